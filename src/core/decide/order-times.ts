import { assertNever } from '../assert-never.ts';
import type { Chain } from '../swap/chains.ts';
import type { Job } from '../swap/job.ts';
import type { Order } from '../swap/swap.ts';
import { inclusionWithin, type Policy } from './policy.ts';

interface Arrival {
  chain: Pick<Chain, 'blockTimeMs'>;
  /** When the order's transaction came, in milliseconds since the epoch. */
  now: number;
  /** `deadlineOf` the swap. */
  deadline: number;
}

/**
 * Until when an order may be signed, or paid manually, and until when its payment may be sent.
 * Nothing is signed after the job's deadline, however long it takes until the commit.
 */
export function orderTimes(
  { flow }: Pick<Job, 'flow'>,
  policy: Policy,
  { chain, now, deadline }: Arrival,
): Required<Pick<Order, 'signBy' | 'goodUntil'>> {
  const signBy = Math.min(now + signingTime(flow, policy), deadline);
  const start = flow === 'wallet' ? now : signBy;
  return { signBy, goodUntil: start + inclusionWithin(policy, chain) };
}

/** Milliseconds. */
function signingTime(flow: Job['flow'], policy: Policy): number {
  switch (flow) {
    case 'wallet':
      return policy.signWithin;
    case 'deposit':
      return policy.depositWithin;
    case 'deposit-by-hand':
      return policy.byHandWithin;
    default:
      return assertNever(flow, 'flow');
  }
}
