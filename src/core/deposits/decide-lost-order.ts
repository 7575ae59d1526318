import { type Decision, wait } from '../decide/decision.ts';
import { endUnpaid } from '../decide/end-unpaid.ts';
import type { Policy } from '../decide/policy.ts';
import { deadlineOf } from '../swap/deadline-of.ts';
import type { Order, Reason, RouterStatus, Snapshot } from '../swap/swap.ts';

/** A deposit order that was requested and whose answer the journal does not have. */
type LostOrder = Order & Required<Pick<Order, 'requestedAt'>>;

/** The open order, if its deposit target was requested and the answer is unknown. */
export function lostOrder({
  swap,
  order,
}: Pick<Snapshot, 'swap' | 'order'>): LostOrder | undefined {
  if (swap.job.flow === 'wallet' || order?.requestedAt === undefined || order.transaction)
    return undefined;
  return { ...order, requestedAt: order.requestedAt };
}

/**
 * What to do if a provider was asked for an order and its answer was lost. Another request could
 * create a second order while the first lives. So the swap waits, unpaid, until the first is known
 * never to have been made, or to have expired. `undefined`: no answer is lost.
 */
export function decideLostOrder(
  snapshot: Snapshot,
  now: number,
  policy: Policy,
): Decision | undefined {
  const order = lostOrder(snapshot);
  if (!order) return undefined;
  const { routerStatus: status } = snapshot.swap;
  const until = (time: number, reason: Reason): Decision =>
    wait(Math.min(time, deadlineOf(snapshot.swap)) - now, reason);
  // Until then the request itself may still be in flight.
  const answerable = order.requestedAt + policy.orderAskedWithin;
  if (now < answerable) return until(answerable, answerLost);
  const outcome = status && outcomeOf(status, policy);
  if (outcome === 'never_made') return { kind: 'close_order', reason: neverMade, neverMade: true };
  if (outcome === 'over') return { kind: 'close_order', reason: expired };
  const nextPollAt = status ? status.at + policy.statusPoll : now;
  return status && now < nextPollAt
    ? until(nextPollAt, stillOpen(status))
    : { kind: 'poll_order_status', order };
}

/**
 * What a status says about an order that Ferryman has not paid. `NOT_FOUND` counts only if it is
 * repeated after a pause: services answer from replicas that may lag. `REVERTED` without a
 * transaction is how refunding providers end an unpaid order. Any other status (also `SUCCESS`:
 * then another payer paid) allows no further order.
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
 * The status to store: a later `NOT_FOUND` says nothing about an order that the service once knew.
 */
export function latestKnownStatus(before: RouterStatus | undefined, answered: string): string {
  return before && answered === notFound ? before.status : answered;
}

/** Ends a swap whose orders fail one after the other: each of them stays behind at its provider. */
export function decideSpentOrders(snapshot: Snapshot, policy: Policy): Decision | undefined {
  const { swap, closedOrders = 0 } = snapshot;
  if (swap.job.flow === 'wallet' || closedOrders < policy.maxOrders) return undefined;
  const message = `${closedOrders} deposit orders of the swap failed${swap.reason ? `; the last one: ${swap.reason.message}` : ''}`;
  return endUnpaid(snapshot, 'failed', { code: 'ORDERS_SPENT', message }, policy);
}

const answerLost: Reason = {
  code: 'ORDER_ANSWER_LOST',
  message:
    'the response with the deposit address of the order was lost; Ferryman will poll the status of the order soon',
};

function stillOpen({ status }: RouterStatus): Reason {
  const message = `the response with the deposit address of the order was lost, and the routing service reports ${status}; Ferryman requests another order once this one is over`;
  return { code: 'ORDER_ANSWER_LOST', message };
}

const neverMade: Reason = {
  code: 'ORDER_ANSWER_LOST',
  message:
    'the response to the order request was lost, and the routing service reports no order; Ferryman requests another one',
};

const expired: Reason = {
  code: 'ORDER_ANSWER_LOST',
  message:
    'the order whose deposit address was lost is over and unpaid; Ferryman requests another one',
};
