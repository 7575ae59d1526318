import type { Observation } from '../../core/decide/decision.ts';
import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import { furtherAccounts } from '../../core/swap/account-name.ts';
import type { TokenAddress } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import type { BalancesAtBlock, ChainAdapter } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

type Refused = Extract<Observation, { kind: 'refused' }>;
type Insufficient = Extract<LeaseRefusal, { kind: 'insufficient' }>;

/** What the account lacks of the job's amount by its chain's balance; `undefined` if nothing. */
export async function findShortage(
  context: ExecutorContext,
  { wallet, from, amount: needed }: Job,
  { balances }: BalancesAtBlock,
): Promise<Refused | undefined> {
  const available = balances.get(from.token) ?? 0n;
  if (available >= needed) return undefined;
  const refused = insufficient(adapterOf(context, from.chain), {
    what: 'balance',
    available,
    needed,
  });
  // A treasury wallet pays itself only if none of its accounts could: then the refusal names them
  // all. A further account was chosen for its balance.
  const wallets = (await context.walletList.recent()).filter(
    ({ family }) => family === from.family,
  );
  const further = furtherAccounts(wallets, wallet.name);
  return further.length > 0
    ? { ...refused, accounts: [wallet.name, ...further.map(({ name }) => name)] }
    : refused;
}

/**
 * @param maxAge milliseconds by which the balances' block may be older than the newest. Default: 0
 */
export function readBalances(
  adapter: ChainAdapter,
  account: string,
  token: TokenAddress,
  maxAge?: number,
): Promise<BalancesAtBlock> {
  const native = adapter.chain.nativeToken.address;
  return adapter.balances(account, token === native ? [native] : [token, native], maxAge);
}

export function insufficient({ chain }: ChainAdapter, short: Omit<Insufficient, 'kind'>): Refused {
  return { kind: 'refused', refusal: { kind: 'insufficient', ...short }, coin: chain.nativeToken };
}
