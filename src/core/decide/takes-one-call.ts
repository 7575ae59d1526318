import { formatsOf } from '../swap/chains.ts';
import type { Job } from '../swap/job.ts';
import { familiesOneAtATime } from '../swap/one-at-a-time.ts';
import type { Swap } from '../swap/swap.ts';

type Asking = Pick<Swap, 'job' | 'consecutiveFailures' | 'reason'>;

/** A quote, and its transaction. */
export const callsOfQuotedOrder = 2;

/** How many calls of the routing service the swap's next order takes. */
export function callsOfOrder(swap: Asking): number {
  return takesOneCall(swap) ? 1 : callsOfQuotedOrder;
}

/**
 * Whether the routing service may be asked for route and transaction in one call, without a quote.
 * If that call alone is broken at the service, the next try is made with a quote.
 */
export function takesOneCall({ job, consecutiveFailures, reason }: Asking): boolean {
  return isSafeWithoutQuote(job) && !(consecutiveFailures > 0 && broken.has(reason?.code ?? ''));
}

const broken: ReadonlySet<string> = new Set(['ROUTER_UNAVAILABLE', 'ROUTER_MALFORMED']);

/**
 * - Only a minimum of the job's own bounds an answer that no quote came before.
 * - A token needs its spender known, and an allowance, before the transaction is asked for.
 * - A deposit's provider opens an order each time that it is asked; its quote makes sure that it is
 *   asked once. On Bitcoin a route may be such an address for a wallet as well.
 * - The service keeps no id of such an order, and knows it by its transaction alone. A message of a
 *   TON wallet may pay for several orders, and a payment of Bitcoin may change its id.
 */
function isSafeWithoutQuote({ flow, from, bound }: Job): boolean {
  return (
    flow === 'wallet' &&
    bound.kind === 'min_out' &&
    from.token === formatsOf(from.family).nativeToken &&
    !familiesOneAtATime.includes(from.family)
  );
}
