import type { Job } from '../swap/job.ts';
import type { Snapshot } from '../swap/swap.ts';
import type { Decision } from './decision.ts';

/**
 * What ages (a quote, an order, swap data, a transaction to be signed) is asked for only under a
 * slot of the lane. A swap without one waits there first. What a person pays needs none.
 */
export function admitFirst({ swap, order, hasSlot }: Snapshot, decision: Decision): Decision {
  const { job } = swap;
  if (hasSlot) return decision;
  switch (decision.kind) {
    case 'quote':
    case 'request_best_swap':
    case 'request_swap_data':
      return job.flow === 'deposit-by-hand'
        ? decision
        : enterLane(job.from, order?.requestedAt !== undefined);
    case 'execute':
      // Its order grows old, or its payment has landed.
      return enterLane(decision.step === 'claim' ? job.to : job.from, true);
    default:
      return decision;
  }
}

/** @param asset on the chain of the lane */
export function enterLane(
  { chain, family }: Pick<Job['to'], 'chain' | 'family'>,
  isUrgent: boolean,
): Decision {
  return { kind: 'enter_lane', chain, family, isUrgent };
}
