import type { Observation } from '../../core/decide/decision.ts';
import { latestKnownStatus } from '../../core/deposits/decide-lost-order.ts';
import type { Order, Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { StatusAnswer } from '../../ports/router.ts';
import type { SwapStore } from '../../ports/stores/swap-store.ts';
import type { ExecutorContext } from '../context.ts';
import { namedDestination } from './named-destination.ts';

/**
 * Asks the routing service what has become of an order by deposit that nobody here has paid. Throws
 * `ORDER_ANSWER_LOST` where its answer was lost, and the service does not say.
 */
export async function askOrderStatus(
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
    // One that is known may be paid by what is said of it now.
    status: order.deposit ? answer.status : latestKnownStatus(swap.routerStatus, answer.status),
    ...named,
  });
  await context.checkpoint('status-recorded');
  return { kind: 'none' };
}

/** Whatever it fails with says nothing about the order. */
async function ask(
  { router }: ExecutorContext,
  { quoteId, deposit }: Order,
): Promise<StatusAnswer> {
  try {
    const answer = await router.status({ quoteId });
    if (answer.isBare)
      throw new FerrymanError(
        'ROUTER_MALFORMED',
        'the routing service answers a 404 that does not say of what',
      );
    return answer;
  } catch (cause) {
    if (deposit) throw cause;
    const { code, message, retryAfter } = toFerrymanError(cause);
    throw new FerrymanError(
      'ORDER_ANSWER_LOST',
      `what became of the order is not known: ${message}`,
      {
        cause,
        next: 'retry',
        details: { code },
        ...(retryAfter === undefined ? {} : { retryAfter }),
      },
    );
  }
}
