import { isNativeToken } from '../core/swap/chains.ts';
import type { Asset, Job } from '../core/swap/job.ts';
import { selectAccount } from '../core/swap/select-account.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Wallet, WalletStore } from '../ports/stores/wallet-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import type { FrozenJob } from './freeze-job.ts';
import type { TimeLimit } from './time-limit.ts';

type Needs = Pick<ExecutorContext<WalletStore>, 'chains' | 'journal' | 'mutex' | 'logger'>;

/**
 * Chooses the account that pays a job, and stores the job. Balances are read in parallel. Counting
 * open swaps and storing run one job at a time per treasury wallet: counted at once, a burst would
 * all fall on one account. Other processes may count at the same time; that costs balance only. If
 * no account holds the amount, the first is chosen, and the job fails as it would with that one
 * alone. Throws what `take` throws, and `CHAIN_UNAVAILABLE` or `RPC_*` if the chain cannot be read.
 */
export async function enterJob<Result>(
  context: Needs,
  { accounts, jobFrom }: FrozenJob,
  { take, timeLimit }: { take: (job: Job) => Promise<Result>; timeLimit: TimeLimit },
): Promise<Result> {
  const [first, ...others] = accounts;
  if (others.length === 0) return take(jobFrom(first));
  const { from, amount } = jobFrom(first);
  const { journal, mutex, logger } = context;
  const adapter = adapterOf(context, from.chain);
  const holdings = await timeLimit.for(
    from.chain,
    Promise.all(accounts.map((wallet) => readHolding(adapter, wallet, from))),
  );
  return mutex.run(`accounts:${first.id}:${from.chain}`, async () => {
    const walletIds = accounts.map(({ id }) => id);
    const loads = await journal.accountLoads({ chain: from.chain, token: from.token, walletIds });
    const standings = holdings.map((holding) => ({
      ...holding,
      ...(loads.get(holding.wallet.id) ?? { openSwaps: 0, unpaid: 0n }),
    }));
    const chosen = selectAccount(standings, amount);
    if (!chosen) {
      const balances = holdings.map(({ wallet: { name }, balance }) => ({
        name,
        balance: balance.toString(),
      }));
      logger.warn(
        { chain: from.chain, token: from.token, accounts: balances },
        'no account of the wallet holds the amount',
      );
    }
    return take(jobFrom(chosen?.wallet ?? first));
  });
}

async function readHolding(adapter: ChainAdapter, wallet: Wallet, { token }: Asset) {
  const isNative = isNativeToken(adapter.chain, token);
  const native = adapter.chain.nativeToken.address;
  const { balances } = await adapter.balances(
    wallet.address,
    isNative ? [native] : [token, native],
  );
  const [balance, coins] = [balances.get(token) ?? 0n, balances.get(native) ?? 0n];
  return { wallet, balance, hasFee: coins > 0n, isFrozen: wallet.frozenReason !== undefined };
}
