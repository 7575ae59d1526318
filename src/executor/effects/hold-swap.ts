import type { Decision, Observation } from '../../core/decide/decision.ts';
import { deadlineOf } from '../../core/swap/deadline-of.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { ApprovalStore } from '../../ports/stores/approval-store.ts';
import type { ExecutorContext } from '../context.ts';

/** Holds the swap for what a person has to decide on, as long as the policy and its job allow. */
export async function holdSwap(
  { journal, policy, clock, logger }: ExecutorContext<Pick<ApprovalStore, 'hold'>>,
  { swap }: Snapshot,
  { kind: _, ...how }: Extract<Decision, { kind: 'hold' }>,
): Promise<Observation> {
  const { id: swapId, version } = swap;
  const { approvalWithin } = policy;
  const { state } = how;
  // The deadline bounds what is not paid yet, so no later end is shown.
  const within =
    state === 'awaiting_approval'
      ? Math.min(approvalWithin, Math.max(0, deadlineOf({ ...swap, state }) - clock.now()))
      : approvalWithin;
  await journal.hold({ swapId, version, within, ...how });
  logger.info({ items: how.items.length }, 'swap held for an approval');
  return { kind: 'none' };
}
