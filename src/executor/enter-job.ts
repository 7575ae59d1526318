import { isNativeToken } from '../core/swap/chains.ts';
import type { Asset, Job } from '../core/swap/job.ts';
import { selectAccount } from '../core/swap/select-account.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Wallet, WalletStore } from '../ports/stores/wallet-store.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import type { FrozenJob } from './freeze-job.ts';
import type { Patience } from './patience.ts';

type Needs = Pick<ExecutorContext<WalletStore>, 'chains' | 'journal' | 'mutex' | 'logger'>;

/**
 * Chooses who pays a job, and has it taken in. The balances are read side by side, and then jobs of
 * one treasury wallet are counted and taken in one after another: counted at once, all of a burst
 * would fall on the same account. Other processes may still count at the same time; that costs
 * balance, and nothing else. Where no account holds the amount it is the first: the job then fails
 * as it would with that one alone. Throws what `take` throws, and `CHAIN_UNAVAILABLE` or `RPC_*`
 * where the chain cannot be asked.
 */
export async function enterJob<Result>(
  context: Needs,
  { accounts, jobFrom }: FrozenJob,
  { take, patience }: { take: (job: Job) => Promise<Result>; patience: Patience },
): Promise<Result> {
  const [first, ...others] = accounts;
  if (others.length === 0) return take(jobFrom(first));
  const { from, amount } = jobFrom(first);
  const { journal, mutex, logger } = context;
  const adapter = adapterOf(context, from.chain);
  const holdings = await patience.for(
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
      const looked = holdings.map(({ wallet: { name }, balance }) => ({
        name,
        balance: balance.toString(),
      }));
      logger.warn(
        { chain: from.chain, token: from.token, accounts: looked },
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
