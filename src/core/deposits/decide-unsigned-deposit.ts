import { type Decision, wait } from '../decide/decision.ts';
import type { Policy } from '../decide/policy.ts';
import { deadlineOf } from '../swap/deadline-of.ts';
import type { Order, Reason, RouterStatus, Snapshot } from '../swap/swap.ts';
import { reportsArrival } from './deposit-arrived.ts';

/**
 * What to do about a complete deposit order that was not signed in time (its process died, or fees
 * were too high). Another order is not requested at once. If its provider reports just now that it
 * still waits, the order is signed late, but within `depositRenewed`. If the provider reports
 * money, another payer paid it, perhaps in a lost history: then Ferryman pays neither it nor
 * another order.
 */
export function decideUnsignedDeposit(
  snapshot: Snapshot,
  order: Order,
  now: number,
  policy: Policy,
): Decision {
  const deadline = deadlineOf(snapshot.swap);
  const { routerStatus: status } = snapshot.swap;
  const renewable = (order.requestedAt ?? order.quotedAt) + policy.depositRenewed;
  const isPaid = status !== undefined && reportsPaid(status);
  if (!isPaid && (now >= renewable || status?.status === 'FAIL' || status?.status === 'REVERTED')) {
    return { kind: 'close_order', reason: tooOld };
  }
  const nextPollAt = status ? status.at + policy.statusPoll : now;
  if (now >= nextPollAt) return { kind: 'poll_order_status', order };
  if (isPaid) return wait(Math.min(nextPollAt, deadline) - now, paidByAnother(status));
  if (status?.status !== 'PENDING')
    return wait(Math.min(nextPollAt, renewable, deadline) - now, tooOld);
  return {
    kind: 'renew_order',
    order,
    signBy: Math.min(now + policy.signWithin, renewable, deadline),
  };
}

/**
 * Whether the provider reports that it has, or had, the money. `REVERTED` without a transaction
 * only ends an unpaid order.
 */
function reportsPaid({ status, destination }: RouterStatus): boolean {
  return reportsArrival(status) || (status === 'REVERTED' && destination !== undefined);
}

function paidByAnother({ status }: RouterStatus): Reason {
  const message = `the routing service reports ${status} for an order that Ferryman has not paid; Ferryman pays neither it nor another one meanwhile; ask the provider who paid it`;
  return { code: 'ROUTER_STATUS_NEEDS_PERSON', message };
}

const tooOld: Reason = {
  code: 'ROUTER_QUOTE_EXPIRED',
  message: 'the deposit order was not signed in time',
};
