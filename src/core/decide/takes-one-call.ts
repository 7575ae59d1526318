import { formatsOf } from '../swap/chains.ts';
import type { Job } from '../swap/job.ts';
import { familiesOneAtATime } from '../swap/one-at-a-time.ts';
import type { Swap } from '../swap/swap.ts';

type Asking = Pick<Swap, 'job' | 'consecutiveFailures' | 'reason'>;

/** A quote, then its transaction. */
export const callsOfQuotedOrder = 2;

/** How many router calls the swap's next order takes. @param isBounded `isBoundedWithoutQuote` */
export function callsOfOrder(swap: Asking, isBounded: boolean): number {
  return isBounded && takesOneCall(swap) ? 1 : callsOfQuotedOrder;
}

/**
 * Whether something bounds what the router answers without a quote: the job's minimum, or the price
 * floor of the guard.
 */
export function isBoundedWithoutQuote(job: Job, { hasPriceFloor }: FloorKnowledge): boolean {
  return job.bound.kind === 'min_out' || hasPriceFloor(job);
}

interface FloorKnowledge {
  hasPriceFloor: (job: Job) => boolean;
}

/**
 * Whether route and transaction may be requested in one call, without a quote, if something bounds
 * the answer. If only that call is broken at the service, the next try uses a quote.
 */
export function takesOneCall({ job, consecutiveFailures, reason }: Asking): boolean {
  return isSafeWithoutQuote(job) && !(consecutiveFailures > 0 && broken.has(reason?.code ?? ''));
}

const broken: ReadonlySet<string> = new Set(['ROUTER_UNAVAILABLE', 'ROUTER_MALFORMED']);

/**
 * A swap may skip the quote under these conditions:
 *
 * - It pays a native coin: a token's spender and allowance must be known before the transaction.
 * - It is no deposit: the provider opens an order per request, and the quote limits it to one. A
 * Bitcoin route may be a deposit address even for a wallet.
 * - Its payment alone identifies the order, since the service stores no id for it. A TON message
 * may pay several orders, and a Bitcoin payment may change its id.
 */
function isSafeWithoutQuote({ flow, from }: Job): boolean {
  return (
    flow === 'wallet' &&
    from.token === formatsOf(from.family).nativeToken &&
    !familiesOneAtATime.includes(from.family)
  );
}
