import { higherOf } from '../core/amounts/higher-of.ts';
import { treasuryOf } from '../core/swap/account-name.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import { givenAmount } from '../core/treasury/given-amount.ts';
import type { AssetStanding, RuleJob } from '../core/treasury/standing.ts';
import { amountOf, usdValueOf } from '../core/treasury/value.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Arriving } from '../ports/stores/treasury-store.ts';
import { canonicalToken, firstAccount, type HeldAsset } from './held-asset.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'journal' | 'prices' | 'guard'>;

/** An asset without its balance. */
type PricedToken = Omit<AssetStanding, 'account' | 'settled' | 'inFlight' | 'arrivalFault'>;

/** Of several accounts the one with the most counts: one of them pays a whole job. */
export async function readAsset(context: Needs, heldAsset: HeldAsset): Promise<AssetStanding> {
  const { journal } = context;
  const { chain, adapter, token, accounts } = heldAsset;
  const { address } = firstAccount(heldAsset);
  const [settled, arriving, priced] = await Promise.all([
    Promise.all(accounts.map((account) => availableOf(journal, adapter, token.address, account))),
    journal.arrivingAt({ chain, token: token.address, receiver: address }),
    readPriced(context, heldAsset),
  ]);
  return {
    ...{ account: address, settled: settled.reduce(higherOf, 0n) },
    ...(await withArriving(context, priced, arriving)),
  };
}

/** What is not quoted yet counts by the guard's prices. */
async function withArriving(
  { prices, guard }: Needs,
  token: PricedToken,
  { promised, unquoted }: Arriving,
): Promise<PricedToken & Pick<AssetStanding, 'inFlight' | 'arrivalFault'>> {
  const { usdE18 } = token;
  if (usdE18 === undefined || unquoted.length === 0) return { ...token, inFlight: promised };
  const read = await prices.read(unquoted.map(({ sold }) => sold));
  let inFlight = promised;
  for (const { sold, amount } of unquoted) {
    const worth = guard.worthOf(sold, read);
    if ('fault' in worth) {
      const arrivalFault = `a swap of ${sold.symbol} on ${sold.chain} that is not quoted yet brings more, and ${worth.fault}`;
      return { ...token, inFlight, arrivalFault };
    }
    inFlight += amountOf(usdValueOf(amount, sold, worth.usdE18), token, usdE18);
  }
  return { ...token, inFlight };
}

/** The asset less what jobs that are no swaps yet will take of it. What they will bring is not known. */
export function lessUnsent(
  { adapter, accounts, token }: HeldAsset,
  asset: AssetStanding,
  unsent: readonly RuleJob[],
): AssetStanding {
  const names = new Set(
    accounts.flatMap(({ wallet }) => (wallet ? [treasuryOf(wallet.name)] : [])),
  );
  const taken = unsent
    .filter(
      ({ wallet, from }) =>
        names.has(treasuryOf(wallet)) &&
        from.chain === asset.chain &&
        canonicalToken(adapter, from.token) === token.address,
    )
    .reduce((sum, { amount }) => sum + givenAmount(amount, asset), 0n);
  const settled = asset.settled > taken ? asset.settled - taken : 0n;
  if (!unsent.some((job) => brings(job, adapter, asset))) return { ...asset, settled };
  const arrivalFault = `a job that brings ${asset.symbol} is not submitted yet`;
  return { ...asset, settled, arrivalFault };
}

function brings(
  { to, receiver }: RuleJob,
  adapter: ChainAdapter,
  { chain, token, account }: AssetStanding,
): boolean {
  return (
    to.chain === chain &&
    canonicalToken(adapter, to.token) === token &&
    sameAccount(adapter.chain.family, receiver, account)
  );
}

/** A token with its price by the guard's sources, without any balance. */
export async function readPriced(
  { prices, guard }: Pick<Needs, 'prices' | 'guard'>,
  { chain, adapter, token: { address: token, symbol, decimals } }: HeldAsset,
): Promise<PricedToken> {
  const priced = { family: adapter.chain.family, chain, token, symbol };
  const worth = guard.worthOf(priced, await prices.read([priced]));
  return {
    ...{ chain, token, symbol, decimals },
    ...('fault' in worth ? { priceFault: worth.fault } : { usdE18: worth.usdE18 }),
  };
}

/** The balance at the newest block, less what swaps have reserved or still have to pay. */
async function availableOf(
  journal: Needs['journal'],
  adapter: ChainAdapter,
  token: string,
  { address, wallet }: HeldAsset['accounts'][number],
): Promise<bigint> {
  const { name: chain } = adapter.chain;
  const { block, balances } = await adapter.balances(address, [token]);
  const balance = balances.get(token) ?? 0n;
  if (!wallet) return balance;
  const promised = await journal.promisedFrom({ walletId: wallet.id, chain, token, block });
  return balance > promised ? balance - promised : 0n;
}
