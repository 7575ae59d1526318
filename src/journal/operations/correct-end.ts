import type { SwapId } from '../../core/ids.ts';
import { isProvenSince } from '../../core/judge-resolve.ts';
import { isPayment, type Reason, type StepKind, type StepOutcome, type Swap } from '../../core/swap.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { clearTimerIfProven } from '../writes/follow-signed.ts';
import { snapshot } from './snapshot.ts';

/** A step that was just proven. Its swap is locked. */
export interface ProvenStep {
  swap_id: SwapId;
  kind: StepKind;
  has_ended: boolean;
}

/**
 * Corrects the end of a swap that a person ended before this proof. If the proof contradicts the
 * end, the swap waits for a person again. If it was the last missing proof, the swap has paid
 * nothing.
 */
export async function correctEnd(session: SqlSession, step: ProvenStep, outcome: StepOutcome): Promise<void> {
  await clearTimerIfProven(session, step.swap_id);
  const found = await snapshot(session, step.swap_id);
  if (!found) return;
  const { swap } = found;
  if (outcome === 'landed' && contradicts(swap, step.kind)) return takeUp(session, swap, step.kind);
  const isProof = isPayment(step.kind) && (outcome === 'dead' || outcome === 'reverted_final');
  if (isProof && swap.state === 'failed' && swap.fundsState === 'unknown' && isProvenSince(found)) {
    const [from, fundsState] = [swap.fundsState, 'untouched'] as const;
    const data = { from: swap.state, to: swap.state, fundsState, before: from };
    await changeSwap(session, { swapId: swap.id, event: { type: 'state_changed', data }, fundsState });
  }
}

/** Whether the swap's end excludes that a step of this kind has landed. */
function contradicts({ state, endedAs = state }: Swap, kind: StepKind): boolean {
  switch (kind) {
    case 'swap':
    case 'deposit':
      return endedAs === 'failed';
    case 'refund':
      return endedAs !== 'refunded';
    case 'claim':
      return endedAs !== 'settled';
    case 'approve':
    case 'revoke':
      return false;
  }
}

/** Back to `needs_review`: a person has to find out where the money arrived. */
async function takeUp(session: SqlSession, swap: Swap, kind: StepKind): Promise<void> {
  const { id, state: from, endedAs = from } = swap;
  const message = `its ${kind} landed after a person had ended it as ${endedAs}; look where its money arrived`;
  const reason: Reason = { code: 'LANDED_AFTER_END', message };
  const state = 'needs_review';
  const fundsState = endedAs === 'failed' ? 'unknown' : swap.fundsState;
  await changeSwap(session, {
    swapId: id,
    event: { type: 'state_changed', data: { from, to: state, fundsState, reason } },
    state,
    fundsState,
    reason,
    progress: true,
  });
  await session.query('update swaps set ended_as = $2 where id = $1', [id, endedAs]);
}
