import type { Observation } from '../../core/decide/decision.ts';
import { callsOfQuotedOrder } from '../../core/decide/takes-one-call.ts';
import { needsAllowance } from '../../core/swap/assemble-order.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { OrderStore } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { findLikelyShortage } from './find-likely-shortage.ts';
import { readDestinationAnchor } from './read-destination-anchor.ts';

/** Requests the best quote and opens an order with it. */
export async function requestQuote(
  context: ExecutorContext<OrderStore>,
  { swap }: Snapshot,
): Promise<Observation> {
  const short = await findLikelyShortage(context, swap);
  if (short) return short;
  const source = adapterOf(context, swap.job.from.chain);
  const destinationAnchor = await readDestinationAnchor(context, swap.job);
  // A swap admitted for one call may have used it: a quote without the call for its transaction is
  // useless.
  await context.calls?.require(callsOfQuotedOrder);
  const { spender, ...quote } = await context.router.quote(swap.job, context.calls);
  await context.checkpoint('quote-received');
  await context.journal
    .recordQuote({
      swapId: swap.id,
      version: swap.version,
      ...quote,
      // A spender that needs no allowance is ignored.
      ...(spender !== undefined && needsAllowance(source.chain, swap.job) ? { spender } : {}),
      destinationAnchor,
      quotedAt: context.clock.now(),
    })
    .catch(rethrow);
  await context.checkpoint('quote-recorded');
  return { kind: 'none' };
}

/**
 * A quote id names one order forever. If the router reuses one, the swap requests another quote.
 */
function rethrow(cause: unknown): never {
  const repeated =
    cause instanceof FerrymanError && cause.details.constraint === 'orders_quote_id_unique';
  throw repeated
    ? new FerrymanError('ROUTER_MALFORMED', 'the quote id was used before', { cause })
    : cause;
}
