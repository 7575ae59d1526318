import type { StepId, SwapId } from '../../core/swap/ids.ts';
import { movesMoney, type Reason, type StepKind, type StepOutcome } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';
import { sendToReview } from '../writes/send-to-review.ts';

interface DisputedStep {
  step_id: StepId;
  swap_id: SwapId;
  kind: StepKind;
  has_ended: boolean;
}

/** Nothing more is signed for the swap: a person must find out what was paid. */
export async function dispute(
  session: SqlSession,
  step: DisputedStep,
  reason: Reason,
): Promise<void> {
  await session.query('update steps set disputed = true where id = $1', [step.step_id]);
  // For an ended swap, `correctEnd` reports the contradiction.
  if (!step.has_ended) await sendToReview(session, step.swap_id, reason);
}

/** Whether a step that moves the swap's money has failed. */
export function hasFailed({ kind }: Pick<DisputedStep, 'kind'>, outcome: StepOutcome): boolean {
  return movesMoney(kind) && (outcome === 'dead' || outcome === 'reverted_final');
}

export function contradictoryProofs({ kind }: Pick<DisputedStep, 'kind'>): Reason {
  const message = `its ${kind} was proven to have landed, but a later proof shows that it did not; check on the chain which of them is right`;
  return { code: 'PROOF_CONTRADICTED', message };
}
