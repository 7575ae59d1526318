import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';
import type { Order, Reason, Snapshot } from './swap.ts';

/**
 * What to do about an order by deposit that is known and was not signed in its time: its process died, say, or fees were too high. Another one
 * beside it is not made at once. It is signed late where its provider, asked just now, still waits for the money; not so late that nobody knows
 * what the provider does then.
 */
export function decideUnsignedDeposit(snapshot: Snapshot, order: Order, now: number, policy: Policy): Decision {
  const { job, routerStatus: status } = snapshot.swap;
  const renewable = (order.requestedAt ?? order.quotedAt) + policy.depositRenewed;
  if (now >= renewable || status?.status === 'FAIL' || status?.status === 'REVERTED') {
    return { kind: 'close_order', reason: tooOld };
  }
  const askAgainAt = status ? status.at + policy.statusPoll : now;
  if (now >= askAgainAt) return { kind: 'ask_order', order };
  if (status?.status !== 'PENDING') return wait(Math.min(askAgainAt, renewable, job.deadline) - now, tooOld);
  return { kind: 'renew_order', order, signBy: Math.min(now + policy.depositWithin, renewable, job.deadline) };
}

const tooOld: Reason = { code: 'ROUTER_QUOTE_EXPIRED', message: 'the order by deposit was not signed in its time' };
