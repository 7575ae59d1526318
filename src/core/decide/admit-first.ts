import type { Job } from '../swap/job.ts';
import type { Snapshot } from '../swap/swap.ts';
import type { Decision } from './decision.ts';

/**
 * A swap needs a slot of its lane before it requests anything that ages (a quote, an order, swap
 * data, a transaction to sign). Without a slot it waits in the lane. Manual deposits need no slot.
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
      // Urgent: its order ages, or its payment has landed.
      return enterLane(decision.step === 'claim' ? job.to : job.from, true);
    default:
      return decision;
  }
}

/** @param asset a token on the chain of the lane */
export function enterLane(
  { chain, family }: Pick<Job['to'], 'chain' | 'family'>,
  isUrgent: boolean,
): Decision {
  return { kind: 'enter_lane', chain, family, isUrgent };
}
