import { higherOf } from '../core/amounts/higher-of.ts';
import type { AssetStanding } from '../core/treasury/standing.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { AssetPlace } from './asset-place.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'journal' | 'prices' | 'guard'>;

/** Of several accounts the one with the most counts: one of them pays a whole job. */
export async function readAsset(context: Needs, place: AssetPlace): Promise<AssetStanding> {
  const { journal } = context;
  const { chain, adapter, token, accounts } = place;
  const [{ address }] = accounts;
  const [settled, inFlight, priced] = await Promise.all([
    Promise.all(accounts.map((account) => availableOf(journal, adapter, token.address, account))),
    journal.arrivingAt({ chain, token: token.address, receiver: address }),
    readPriced(context, place),
  ]);
  return { ...priced, account: address, settled: settled.reduce(higherOf, 0n), inFlight };
}

/** A token with its price by the guard's sources, without any balance. */
export async function readPriced(
  { prices, guard }: Pick<Needs, 'prices' | 'guard'>,
  { chain, adapter, token: { address: token, symbol, decimals } }: AssetPlace,
): Promise<Omit<AssetStanding, 'account' | 'settled' | 'inFlight'>> {
  const priced = { family: adapter.chain.family, chain, token, symbol };
  const worth = guard.worthOf(priced, await prices.read([priced]));
  return {
    ...{ chain, token, symbol, decimals },
    ...('fault' in worth ? { priceFault: worth.fault } : { usdE18: worth.usdE18 }),
  };
}

/** What is there at the newest block without what swaps have reserved or still have to pay. */
async function availableOf(
  journal: Needs['journal'],
  adapter: ChainAdapter,
  token: string,
  { address, wallet }: AssetPlace['accounts'][number],
): Promise<bigint> {
  const { name: chain } = adapter.chain;
  const { block, balances } = await adapter.balances(address, [token]);
  const balance = balances.get(token) ?? 0n;
  if (!wallet) return balance;
  const [reserved, loads] = await Promise.all([
    journal.reservedFunds({ walletId: wallet.id, chain, block }),
    journal.accountLoads({ chain, token, walletIds: [wallet.id] }),
  ]);
  // A payment that is leased is reserved, and is still to be paid: it counts once.
  const leased = reserved.get(token) ?? 0n;
  const unpaid = loads.get(wallet.id)?.unpaid ?? 0n;
  const promised = higherOf(leased, unpaid);
  return balance > promised ? balance - promised : 0n;
}
