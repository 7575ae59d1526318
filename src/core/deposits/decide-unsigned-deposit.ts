import { type Decision, wait } from '../decide/decision.ts';
import type { Policy } from '../decide/policy.ts';
import type { Order, Reason, RouterStatus, Snapshot } from '../swap/swap.ts';
import { reportsArrival } from './deposit-arrived.ts';

/**
 * What to do about an order by deposit that is known and was not signed in its time: its process
 * died, say, or fees were too high. Another one beside it is not made at once. It is signed late
 * where its provider, asked just now, still waits for the money; not so late that nobody knows what
 * the provider does then. Where the provider has money for it, somebody has paid, be it in a
 * history that nobody here knows: neither this one is paid then, nor another.
 */
export function decideUnsignedDeposit(
  snapshot: Snapshot,
  order: Order,
  now: number,
  policy: Policy,
): Decision {
  const { job, routerStatus: status } = snapshot.swap;
  const renewable = (order.requestedAt ?? order.quotedAt) + policy.depositRenewed;
  const isPaid = status !== undefined && reportsPaid(status);
  if (!isPaid && (now >= renewable || status?.status === 'FAIL' || status?.status === 'REVERTED')) {
    return { kind: 'close_order', reason: tooOld };
  }
  const askAgainAt = status ? status.at + policy.statusPoll : now;
  if (now >= askAgainAt) return { kind: 'ask_order_status', order };
  if (isPaid) return wait(Math.min(askAgainAt, job.deadline) - now, paidByPerson(status));
  if (status?.status !== 'PENDING')
    return wait(Math.min(askAgainAt, renewable, job.deadline) - now, tooOld);
  return {
    kind: 'renew_order',
    order,
    signBy: Math.min(now + policy.signWithin, renewable, job.deadline),
  };
}

/**
 * By which a provider says that it has the money, or has had it. What comes back for nothing ends
 * an order as well, and then no transaction is named.
 */
function reportsPaid({ status, destination }: RouterStatus): boolean {
  return reportsArrival(status) || (status === 'REVERTED' && destination !== undefined);
}

function paidByPerson({ status }: RouterStatus): Reason {
  const message = `the routing service reports ${status} for an order that nobody here has paid; neither it nor another one is paid while it does`;
  return { code: 'ROUTER_STATUS_NEEDS_PERSON', message };
}

const tooOld: Reason = {
  code: 'ROUTER_QUOTE_EXPIRED',
  message: 'the order by deposit was not signed in its time',
};
