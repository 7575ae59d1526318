import { isProvenSince } from '../../core/operator/judge-resolve.ts';
import { judgeProofAfterEnd } from '../../core/settlement/judge-proof-after-end.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { isPayment, type StepKind, type StepOutcome } from '../../core/swap/swap.ts';
import { snapshot } from '../operations/snapshot.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { clearTimerIfProven } from '../writes/follow-signed.ts';
import { sendToReview } from '../writes/send-to-review.ts';

/** A step that was just proven. Its swap is locked. */
export interface ProvenStep {
  swap_id: SwapId;
  kind: StepKind;
  has_ended: boolean;
}

/**
 * Corrects the end of a swap that had ended before this proof: by a person, or by an earlier proof.
 * If the proof contradicts the end, the swap waits for a person again. If it was the last missing
 * proof, the swap has paid nothing.
 */
export async function correctEnd(
  session: SqlSession,
  step: ProvenStep,
  outcome: StepOutcome,
): Promise<void> {
  await clearTimerIfProven(session, step.swap_id);
  const found = await snapshot(session, step.swap_id);
  if (!found) return;
  const { swap } = found;
  const proven = {
    kind: step.kind,
    outcome,
    wasStillToLand: await wasStillToLand(session, swap.id),
  };
  const reason = judgeProofAfterEnd(found, proven);
  if (reason) return sendToReview(session, swap.id, reason);
  const isProof = isPayment(step.kind) && (outcome === 'dead' || outcome === 'reverted_final');
  if (isProof && swap.state === 'failed' && swap.fundsState === 'unknown' && isProvenSince(found)) {
    const [from, fundsState] = [swap.fundsState, 'untouched'] as const;
    const data = { from: swap.state, to: swap.state, fundsState, before: from };
    await changeSwap(session, {
      swapId: swap.id,
      event: { type: 'state_changed', data },
      fundsState,
    });
  }
}

/** Whether the swap's payment could still land when a person last ended the swap. */
async function wasStillToLand(session: SqlSession, swapId: SwapId): Promise<boolean> {
  const [resolution] = await session.query<{ still: boolean | null }>(
    `select (data->>'stillToLand')::boolean as still from interventions
     where kind = 'swap_resolved' and subject = $1 order by id desc limit 1`,
    [swapId],
  );
  return resolution?.still === true;
}
