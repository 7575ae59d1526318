import { formatsOf } from '../swap/chains.ts';
import type { Job } from '../swap/job.ts';
import { familiesOneAtATime } from '../swap/one-at-a-time.ts';
import type { Swap } from '../swap/swap.ts';

type Asking = Pick<Swap, 'job' | 'consecutiveFailures' | 'reason'>;

/** A quote, then its transaction. */
export const callsOfQuotedOrder = 2;

/** How many router calls the swap's next order takes. */
export function callsOfOrder(swap: Asking): number {
  return takesOneCall(swap) ? 1 : callsOfQuotedOrder;
}

/**
 * Whether route and transaction may be requested in one call, without a quote. If only that call is
 * broken at the service, the next try uses a quote.
 */
export function takesOneCall({ job, consecutiveFailures, reason }: Asking): boolean {
  return isSafeWithoutQuote(job) && !(consecutiveFailures > 0 && broken.has(reason?.code ?? ''));
}

const broken: ReadonlySet<string> = new Set(['ROUTER_UNAVAILABLE', 'ROUTER_MALFORMED']);

/**
 * A swap may skip the quote under these conditions:
 *
 * - Its job sets a minimum: nothing else bounds an answer without a quote.
 * - It pays a native coin: a token's spender and allowance must be known before the transaction.
 * - It is no deposit: the provider opens an order per request, and the quote limits it to one. A
 * Bitcoin route may be a deposit address even for a wallet.
 * - Its payment alone identifies the order, since the service stores no id for it. A TON message
 * may pay several orders, and a Bitcoin payment may change its id.
 */
function isSafeWithoutQuote({ flow, from, bound }: Job): boolean {
  return (
    flow === 'wallet' &&
    bound.kind === 'min_out' &&
    from.token === formatsOf(from.family).nativeToken &&
    !familiesOneAtATime.includes(from.family)
  );
}
