import { higherOf } from '../core/amounts/higher-of.ts';
import { usedOfCap } from '../core/caps/cap-standing.ts';
import { accountName, furtherAccounts, treasuryOf } from '../core/swap/account-name.ts';
import { givenAmount } from '../core/treasury/given-amount.ts';
import { readAssets, type TreasuryRule } from '../core/treasury/rule.ts';
import type {
  AssetStanding,
  BudgetStanding,
  RuleJob,
  Standing,
} from '../core/treasury/standing.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { adapterOf } from '../executor/context.ts';
import { JobFaults } from '../executor/job-faults.ts';
import { createTimeLimit } from '../executor/time-limit.ts';
import type { ChainAdapter, TokenFacts } from '../ports/chain-adapter.ts';
import type { PreviewStore } from '../ports/stores/preview-store.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<
  TreasuryContext,
  'journal' | 'chains' | 'walletList' | 'tokens' | 'policy' | 'prices' | 'guard'
>;

/**
 * What a rule is decided by, as it is now. Throws `CHAIN_UNAVAILABLE`, `RPC_*`,
 * `JOURNAL_UNAVAILABLE`, and `UNKNOWN_*` for what is not there any more.
 */
export async function readStanding(
  context: Needs,
  rule: TreasuryRule,
  { paused, lastActedAt }: Pick<StoredRule, 'paused' | 'lastActedAt'>,
  { open, unsent }: { open: string | undefined; unsent: readonly RuleJob[] },
): Promise<Standing> {
  const facts = {
    ...(paused ? { paused } : {}),
    ...(open === undefined ? {} : { open }),
    ...(lastActedAt === undefined ? {} : { lastActedAt }),
  };
  // Nothing is read for what does nothing.
  if (paused || open !== undefined) return { ...facts, assets: [] };
  const places = await Promise.all(
    readAssets(rule).map(async ({ asset, receiver }) => placeOf(context, rule, asset, receiver)),
  );
  const stopped = await stopOf(context.journal, rule, places);
  if (stopped !== undefined) return { ...facts, stopped, assets: [] };
  const [assets, budgets] = await Promise.all([
    Promise.all(
      places.map(async (place) => without(place, await readAsset(context, place), unsent)),
    ),
    readBudgets(context, rule),
  ]);
  return { ...facts, assets, budgets };
}

/** What is used of them: one statement, if there are any. */
export async function readBudgets(
  context: Needs,
  { id, budgets }: TreasuryRule,
): Promise<BudgetStanding[]> {
  if (budgets.length === 0) return [];
  const usages = await context.journal.capUsage();
  return budgets.map((given) => {
    const { chain, token } = given;
    const budget =
      chain === undefined || token === undefined
        ? given
        : { ...given, token: tokenOf(adapterOf(context, chain), token) };
    return { budget, used: usedOfCap({ ...budget, rule: id }, usages) };
  });
}

/** An asset without its balance. */
type PricedToken = Omit<AssetStanding, 'account' | 'settled' | 'inFlight'>;

/** An asset of a rule with the accounts that hold it. */
export interface Place {
  chain: string;
  adapter: ChainAdapter;
  token: TokenFacts;
  /** The first receives what is bought. */
  accounts: readonly { address: string; wallet?: Wallet }[];
}

/** Of a wallet, or of a receiver if one is named. Throws as `readStanding` does. */
export async function placeOf(
  context: Needs,
  { wallet: name }: TreasuryRule,
  { chain, token: given }: { chain: string; token: string },
  receiver: string | undefined,
): Promise<Place> {
  const adapter = adapterOf(context, chain);
  const token = await context.tokens.read(
    adapter,
    tokenOf(adapter, given),
    createTimeLimit(context.policy.submitWithin),
  );
  const wallets = (await context.walletList.current()).filter(
    ({ family }) => family === adapter.chain.family,
  );
  if (receiver !== undefined) {
    const parsed = adapter.parseAddress(receiver);
    const account = parsed.ok ? parsed.address : receiver;
    const wallet = wallets.find((one) => one.address === account);
    return {
      chain,
      adapter,
      token,
      accounts: [{ address: account, ...(wallet ? { wallet } : {}) }],
    };
  }
  const wallet = wallets.find((one) => one.name === name);
  if (!wallet)
    throw new FerrymanError(
      'UNKNOWN_WALLET',
      `there is no ${adapter.chain.family} wallet named ${accountName(name, 1)}`,
    );
  const accounts = [wallet, ...furtherAccounts(wallets, name)];
  return {
    ...{ chain, adapter, token },
    accounts: accounts.map((one) => ({ address: one.address, wallet: one })),
  };
}

/** In canonical form. Throws `INVALID_JOB` and `UNKNOWN_TOKEN`. */
function tokenOf(adapter: ChainAdapter, given: string): string {
  const faults = new JobFaults();
  const address = faults.token('/token', adapter, given);
  faults.throwAny();
  if (address === undefined)
    throw new FerrymanError('INTERNAL', 'a token without a fault is missing');
  return address;
}

/** The wallets whose signing a rule needs, and where. */
export function walletsOf(places: readonly Place[]): { chain: string; wallet: Wallet }[] {
  return places.flatMap(({ chain, accounts }) =>
    accounts.flatMap(({ wallet }) => (wallet ? [{ chain, wallet }] : [])),
  );
}

/** Why signing is stopped for what the rule uses. `undefined`: it is not. */
export async function stopOf(
  stops: Pick<PreviewStore, 'findStop'>,
  { id: rule }: TreasuryRule,
  places: readonly Place[],
): Promise<string | undefined> {
  for (const { chain, wallet } of walletsOf(places)) {
    const stop = await stops.findStop({ walletId: wallet.id, wallet: wallet.name, chain, rule });
    if (stop) return stop.message;
  }
  return undefined;
}

/** Of several accounts the one with the most counts: one of them pays a whole job. */
export async function readAsset(context: Needs, place: Place): Promise<AssetStanding> {
  const { journal } = context;
  const { chain, adapter, token, accounts } = place;
  const [{ address }] = firstOf(accounts);
  const [settled, inFlight, priced] = await Promise.all([
    Promise.all(accounts.map((account) => availableOf(journal, adapter, token.address, account))),
    journal.arrivingAt({ chain, token: token.address, receiver: address }),
    readPriced(context, place),
  ]);
  return { ...priced, account: address, settled: settled.reduce(higherOf, 0n), inFlight };
}

/** Less what jobs that are no swaps yet will take of it. */
function without(
  { adapter, accounts, token }: Place,
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
        tokenOf(adapter, from.token) === token.address,
    )
    .reduce((sum, { amount }) => sum + givenAmount(amount, asset), 0n);
  return { ...asset, settled: asset.settled > taken ? asset.settled - taken : 0n };
}

/** A token with its price by the guard's sources, without any balance. */
export async function readPriced(
  { prices, guard }: Pick<Needs, 'prices' | 'guard'>,
  { chain, adapter, token: { address: token, symbol, decimals } }: Place,
): Promise<PricedToken> {
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
  { address, wallet }: Place['accounts'][number],
): Promise<bigint> {
  const { name: chain } = adapter.chain;
  const { block, balances } = await adapter.balances(address, [token]);
  const balance = balances.get(token) ?? 0n;
  if (!wallet) return balance;
  const promised = await journal.promisedFrom({ walletId: wallet.id, chain, token, block });
  return balance > promised ? balance - promised : 0n;
}

export function firstOf<Item>([first, ...rest]: readonly Item[]): [Item, ...Item[]] {
  if (first === undefined) throw new FerrymanError('INTERNAL', 'an asset has no account');
  return [first, ...rest];
}
