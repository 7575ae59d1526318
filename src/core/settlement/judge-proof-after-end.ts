import { landedAttempt } from '../swap/attempts.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import {
  isPayment,
  type Reason,
  type Snapshot,
  type StepKind,
  type StepOutcome,
} from '../swap/swap.ts';

/** A step of a swap that had ended before the proof. */
interface ProvenAfterEnd {
  kind: StepKind;
  outcome: StepOutcome;
  /** `isStillToLand` at the moment when the person ended the swap. */
  wasStillToLand: boolean;
}

/** Whether the payment is signed and was seen in no block in which it succeeded. */
export function isStillToLand(snapshot: Snapshot): boolean {
  const outcome = paymentOutcome(snapshot);
  return outcome.kind === 'may_land' && landedAttempt(outcome.payment) === undefined;
}

/**
 * Why a person has to look at an ended swap again: a proof contradicts the end, or the evidence for
 * it. `undefined`: the proof fits.
 */
export function judgeProofAfterEnd(
  snapshot: Snapshot,
  { kind, outcome, wasStillToLand }: ProvenAfterEnd,
): Reason | undefined {
  const { state, endedAs = state } = snapshot.swap;
  const hasEvidence = endedAs === 'settled' || endedAs === 'refunded';
  const had = `it had ended as ${endedAs}`;
  if (
    outcome === 'landed' &&
    isPayment(kind) &&
    hasEvidence &&
    wasStillToLand &&
    !isOwnEvidence(snapshot)
  ) {
    const message = `its ${kind} was in no block when a person ended it as ${endedAs}, and has landed since: what the evidence shows cannot have come of it. Look where its money arrived; the receiver may be paid twice`;
    return { code: 'LANDED_AFTER_END', message };
  }
  if (outcome === 'landed' && contradicts(kind, endedAs)) {
    const message = `its ${kind} landed after ${had}; look where its money arrived`;
    return { code: 'LANDED_AFTER_END', message };
  }
  const isDead = outcome === 'dead' || outcome === 'reverted_final';
  if (isDead && isPayment(kind) && hasEvidence && paymentOutcome(snapshot).kind !== 'landed') {
    const message = `its ${kind} was proven to have come to nothing after ${had}: what the evidence shows was paid by hand, or belongs to another swap`;
    return { code: 'DEAD_AFTER_END', message };
  }
  return undefined;
}

/** Whether what landed did what the swap's end says that nothing has done. */
function contradicts(kind: StepKind, endedAs: Snapshot['swap']['state']): boolean {
  switch (kind) {
    case 'swap':
    case 'deposit':
      return endedAs === 'failed' || endedAs === 'expired' || endedAs === 'cancelled';
    case 'refund':
      return endedAs !== 'refunded';
    case 'claim':
      return endedAs !== 'settled';
    case 'approve':
    case 'revoke':
      return false;
  }
}

/**
 * Whether the person has named the payment itself: the chain showed it before the journal had
 * observed it.
 */
function isOwnEvidence(snapshot: Snapshot): boolean {
  const outcome = paymentOutcome(snapshot);
  const txId = outcome.kind === 'landed' ? landedAttempt(outcome.payment)?.txId : undefined;
  return snapshot.swap.legs.some((leg) => leg.txId.toLowerCase() === txId?.toLowerCase());
}
