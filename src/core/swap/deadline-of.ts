import { submittedAtOf } from './job-seal.ts';
import type { Swap } from './swap.ts';

/**
 * After this nothing new is signed for a swap, in milliseconds since the epoch: what its job asked
 * for. A job that asked for none waits longer while persons decide, and has as much time again once
 * they have.
 */
export function deadlineOf(
  swap: Pick<Swap, 'job' | 'seal' | 'state' | 'createdAt' | 'heldUntil'>,
): number {
  const { job, state, heldUntil } = swap;
  const { deadline, deadlineIfHeld } = job;
  if (deadlineIfHeld === undefined) return deadline;
  if (state === 'awaiting_approval') return deadlineIfHeld;
  if (heldUntil === undefined) return deadline;
  return Math.min(deadlineIfHeld, Math.max(deadline, heldUntil + (deadline - submittedAtOf(swap))));
}
