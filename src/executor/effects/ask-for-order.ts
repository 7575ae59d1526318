import type { Job } from '../../core/swap/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Verdict } from '../../ports/guard.ts';
import type { SwapData } from '../../ports/router.ts';
import type { SwapDataRecord } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { retryWithPause } from '../retry-with-pause.ts';

/** An answer to the request for a finished transaction; for a deposit with where it goes. */
export type Ordered = SwapData & { deposit?: SwapDataRecord['deposit'] };

/** How often is tried again what only this process can do. */
export const maxTries = 4;

/**
 * Asks for a quote's finished transaction. For a deposit the service only says where it goes, and
 * opens an order with that; the transaction that pays it is made here. Throws `ROUTER_*`, and for a
 * deposit `DEPOSIT_UNPAYABLE` and what `paymentOf` throws.
 * @param anchor the source chain's newest block, read before: a deposit comes later
 * @param beforeAsking throws where a provider is not to be asked for an order any more
 */
export async function askForOrder(
  context: ExecutorContext,
  job: Job,
  quoteId: string,
  anchor: bigint | undefined,
  beforeAsking: () => void,
): Promise<Ordered> {
  const { router, policy, guard, calls } = context;
  if (job.flow === 'wallet' || anchor === undefined) return router.swap(job, quoteId, calls);
  const { deposit, ...terms } = await router.deposit(job, quoteId, { beforeAsking, calls });
  const { chain, token } = job.from;
  const adapter = adapterOf(context, chain);
  const { address: to, amount, memo } = deposit;
  const parsed = adapter.parseAddress(to);
  if (!parsed.ok) {
    throw new FerrymanError(
      'DEPOSIT_UNPAYABLE',
      `the deposit address ${to} cannot be paid to: ${parsed.fault}`,
    );
  }
  const beside = memo === undefined ? {} : { memo };
  const request = { account: job.wallet.address, token, to, amount, ...beside };
  // The order is made, and only this process knows where it wants its money: an endpoint's slip
  // does not lose it.
  const transaction = await retryWithPause(() => adapter.paymentOf(request), {
    pause: policy.retryBase,
    tries: maxTries,
  });
  if (job.flow === 'deposit-by-hand')
    requireAllowed(guard.judgeDepositTarget(deposit, job, adapter.chain));
  return {
    ...terms,
    transaction,
    deposit: {
      ...deposit,
      chain,
      account: parsed.address,
      anchor,
      watchFor: policy.depositsWatched,
    },
  };
}

/** Nobody is told to pay where the guard objects. */
function requireAllowed(verdict: Verdict): void {
  if (verdict.kind === 'allow') return;
  const told = verdict.findings.map(({ rule, message }) => `${rule}: ${message}`);
  throw new FerrymanError('DEPOSIT_UNPAYABLE', told.join('; '));
}
