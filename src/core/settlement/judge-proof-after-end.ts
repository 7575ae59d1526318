import { landedAttempt } from '../swap/attempts.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import {
  isPayment,
  type Reason,
  type Snapshot,
  type StepKind,
  type StepOutcome,
} from '../swap/swap.ts';

/** A step of a swap that had ended before the step's proof. */
interface ProvenAfterEnd {
  kind: StepKind;
  outcome: StepOutcome;
  /** `isStillToLand` when the person ended the swap. */
  wasStillToLand: boolean;
}

/** Whether the payment is signed and no block was observed in which it succeeded. */
export function isStillToLand(snapshot: Snapshot): boolean {
  const outcome = paymentOutcome(snapshot);
  return outcome.kind === 'may_land' && landedAttempt(outcome.payment) === undefined;
}

/**
 * Why a person has to look at an ended swap again: a proof contradicts its end or its evidence.
 * `undefined`: the proof agrees.
 */
export function judgeProofAfterEnd(
  snapshot: Snapshot,
  { kind, outcome, wasStillToLand }: ProvenAfterEnd,
): Reason | undefined {
  const { state, endedAs = state } = snapshot.swap;
  const hasEvidence = endedAs === 'settled' || endedAs === 'refunded';
  const had = `the swap had ended as ${endedAs}`;
  if (
    outcome === 'landed' &&
    isPayment(kind) &&
    hasEvidence &&
    wasStillToLand &&
    !isOwnEvidence(snapshot)
  ) {
    const message = `the ${kind} transaction was in no block when a person ended the swap as ${endedAs}, and has landed since, so the evidence was another payment. Find out where the money arrived; the receiver may be paid twice`;
    return { code: 'LANDED_AFTER_END', message };
  }
  if (outcome === 'landed' && contradicts(kind, endedAs)) {
    const message = `the ${kind} transaction landed after ${had}; find out where its money arrived`;
    return { code: 'LANDED_AFTER_END', message };
  }
  const isDead = outcome === 'dead' || outcome === 'reverted_final';
  if (isDead && isPayment(kind) && hasEvidence && paymentOutcome(snapshot).kind !== 'landed') {
    const message = `the ${kind} transaction was proven dead or reverted after ${had}: the evidence was a manual payment, or belongs to another swap`;
    return { code: 'DEAD_AFTER_END', message };
  }
  return undefined;
}

/** Whether a landed step did what the swap's end rules out. */
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

/** Whether the person named the payment itself as evidence, before the journal had observed it. */
function isOwnEvidence(snapshot: Snapshot): boolean {
  const outcome = paymentOutcome(snapshot);
  const txId = outcome.kind === 'landed' ? landedAttempt(outcome.payment)?.txId : undefined;
  return snapshot.swap.legs.some((leg) => leg.txId.toLowerCase() === txId?.toLowerCase());
}
