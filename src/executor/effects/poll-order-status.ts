import type { Observation } from '../../core/decide/decision.ts';
import { latestKnownStatus } from '../../core/deposits/decide-lost-order.ts';
import type { Order, Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { StatusAnswer } from '../../ports/router.ts';
import type { SwapStore } from '../../ports/stores/swap-store.ts';
import type { ExecutorContext } from '../context.ts';
import { namedDestination } from './named-destination.ts';

/**
 * Polls the status of a deposit order that Ferryman has not paid. Throws `ORDER_ANSWER_LOST` if the
 * response to the order was lost and the service does not report its status.
 */
export async function pollOrderStatus(
  context: ExecutorContext<SwapStore>,
  { swap }: Snapshot,
  order: Order,
): Promise<Observation> {
  const answer = await ask(context, order);
  const named = namedDestination(context, swap, answer, undefined);
  await context.checkpoint('status-received');
  await context.journal.recordStatus({
    swapId: swap.id,
    version: swap.version,
    // The current status of a known order decides whether it may be paid.
    status: order.deposit ? answer.status : latestKnownStatus(swap.routerStatus, answer.status),
    ...named,
  });
  await context.checkpoint('status-recorded');
  return { kind: 'none' };
}

/** A failure says nothing about the order. */
async function ask(
  { router }: ExecutorContext,
  { quoteId, deposit }: Order,
): Promise<StatusAnswer> {
  try {
    const answer = await router.status({ quoteId });
    if (answer.isBare)
      throw new FerrymanError(
        'ROUTER_MALFORMED',
        'the routing service responded with a 404 that does not name what was not found',
      );
    return answer;
  } catch (cause) {
    if (deposit) throw cause;
    const { code, message, retryAfter } = toFerrymanError(cause);
    throw new FerrymanError('ORDER_ANSWER_LOST', `the status of the order is unknown: ${message}`, {
      cause,
      next: 'retry',
      details: { code },
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
}
