import type { Job } from '../../core/swap/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SwapData } from '../../ports/router.ts';
import type { SwapDataRecord } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { retryWithPause } from '../retry-with-pause.ts';

/** The response to a request for a finished transaction; for a deposit, with its target. */
export type Ordered = SwapData & { deposit?: SwapDataRecord['deposit'] };

/** Attempts at what only this process can do. */
export const maxTries = 4;

/**
 * Requests the finished transaction of a quote. For a deposit the service opens an order and names
 * its target only; the adapter builds the payment. Throws `ROUTER_*`, and for a deposit
 * `DEPOSIT_UNPAYABLE` and what `paymentOf` throws.
 * @param anchor the source chain's newest block, read before the order: deposits are in later
 *   blocks
 * @param beforeAsking throws if no order may be requested from a provider any more
 */
export async function askForOrder(
  context: ExecutorContext,
  job: Job,
  quoteId: string,
  anchor: bigint | undefined,
  beforeAsking: () => void,
): Promise<Ordered> {
  const { router, policy, calls } = context;
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
  const memoPart = memo === undefined ? {} : { memo };
  const request = { account: job.wallet.address, token, to, amount, ...memoPart };
  // The order is open, and only this process knows its target: retry transient failures.
  const transaction = await retryWithPause(() => adapter.paymentOf(request), {
    pause: policy.retryBase,
    tries: maxTries,
  });
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
