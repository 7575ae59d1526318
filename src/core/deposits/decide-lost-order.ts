import { type Decision, wait } from '../decide/decision.ts';
import { endUnpaid } from '../decide/end-unpaid.ts';
import type { Policy } from '../decide/policy.ts';
import type { Order, Reason, RouterStatus, Snapshot } from '../swap/swap.ts';

/** An order that its provider was asked for, and that the journal has no answer to. */
type LostOrder = Order & Required<Pick<Order, 'requestedAt'>>;

/**
 * The open order, if it was asked for where it wants its deposit, and what was answered is not
 * known.
 */
export function lostOrder({
  swap,
  order,
}: Pick<Snapshot, 'swap' | 'order'>): LostOrder | undefined {
  if (swap.job.flow === 'wallet' || order?.requestedAt === undefined || order.transaction)
    return undefined;
  return { ...order, requestedAt: order.requestedAt };
}

/**
 * What to do where a provider was asked for an order and its answer was lost: asked again, it may
 * make a second one while the first lives. So the swap waits until the first is known never to have
 * been made, or to have run out; nobody here knows where it wants its money, and nothing is paid.
 * `undefined`: no answer is lost.
 */
export function decideLostOrder(
  snapshot: Snapshot,
  now: number,
  policy: Policy,
): Decision | undefined {
  const order = lostOrder(snapshot);
  if (!order) return undefined;
  const { job, routerStatus: status } = snapshot.swap;
  const until = (time: number, reason: Reason): Decision =>
    wait(Math.min(time, job.deadline) - now, reason);
  // Until then the request itself may still be on its way.
  const answerable = order.requestedAt + policy.orderAskedWithin;
  if (now < answerable) return until(answerable, answerLost);
  const outcome = status && outcomeOf(status, policy);
  if (outcome === 'never_made') return { kind: 'close_order', reason: neverMade, neverMade: true };
  if (outcome === 'over') return { kind: 'close_order', reason: runOut };
  const askAgainAt = status ? status.at + policy.statusPoll : now;
  return status && now < askAgainAt
    ? until(askAgainAt, stillThere(status))
    : { kind: 'ask_order_status', order };
}

/**
 * What a status says of an order that nobody here has paid. That there is none is believed when it
 * is said again after a pause: services answer from copies of their data that are behind at times.
 * `REVERTED`: providers that give money back end their orders so. Whatever else there is, `SUCCESS`
 * too, which somebody must have paid for, makes no room for another order.
 */
function outcomeOf(
  { status, at, since, destination }: RouterStatus,
  policy: Policy,
): 'never_made' | 'over' | 'alive' {
  switch (status) {
    case notFound:
      return at >= since + policy.statusPoll ? 'never_made' : 'alive';
    case 'FAIL':
      return 'over';
    case 'REVERTED':
      return destination ? 'alive' : 'over';
    default:
      return 'alive';
  }
}

const notFound = 'NOT_FOUND';

/**
 * The status to keep after an answer: what has known the order once and does not find it any more
 * says nothing of what became of it.
 */
export function latestKnownStatus(before: RouterStatus | undefined, answered: string): string {
  return before && answered === notFound ? before.status : answered;
}

/**
 * A swap whose orders come to nothing one after the other leaves a row of them at its providers: it
 * ends at some point.
 */
export function decideSpentOrders(snapshot: Snapshot, policy: Policy): Decision | undefined {
  const { swap, closedOrders = 0 } = snapshot;
  if (swap.job.flow === 'wallet' || closedOrders < policy.maxOrders) return undefined;
  const message = `${closedOrders} orders of it came to nothing${swap.reason ? `; the last: ${swap.reason.message}` : ''}`;
  return endUnpaid(snapshot, 'failed', { code: 'ORDERS_SPENT', message }, policy);
}

const answerLost: Reason = {
  code: 'ORDER_ANSWER_LOST',
  message:
    'the answer that says where the order wants its deposit was lost; what became of the order is asked for soon',
};

function stillThere({ status }: RouterStatus): Reason {
  const message = `the answer that says where the order wants its deposit was lost, and the routing service reports ${status}; another order is asked for once this one is over`;
  return { code: 'ORDER_ANSWER_LOST', message };
}

const neverMade: Reason = {
  code: 'ORDER_ANSWER_LOST',
  message:
    'the answer to the request for an order was lost, and the routing service knows of no order',
};

const runOut: Reason = {
  code: 'ORDER_ANSWER_LOST',
  message: 'the order whose deposit address was lost is over, and nothing was paid for it',
};
