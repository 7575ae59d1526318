import { isUsedExternally, type PaymentOutcome } from '../swap/payment-outcome.ts';
import { isRecovery, movesMoney, type Reason, type Snapshot, type Step } from '../swap/swap.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { followThroughFailure } from './follow-through-failure.ts';
import type { Policy } from './policy.ts';
import { waitForPerson } from './wait-for-person.ts';

/** The first step whose proof contradicts what the chain shows. */
export function doubtedStep({ steps }: Pick<Snapshot, 'steps'>): Step | undefined {
  return steps.find(({ lease }) => lease?.doubt !== undefined);
}

/** A doubtful proof is proven again before anything else happens for the swap. */
export function decideDoubted(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision | undefined {
  const step = doubtedStep(snapshot);
  if (!step) return undefined;
  if (observation.kind !== 'failed') return { kind: 'prove', step };
  return followThroughFailure(
    snapshot,
    step.lease?.attempts[0]?.signedAt ?? now,
    observation,
    now,
    policy,
  );
}

/**
 * An external transaction used a lease of the swap and may have paid: the swap does not fail and is
 * not retried. `undefined`: no lease was used externally.
 */
export function decideUsedExternally(
  snapshot: Snapshot,
  outcome: PaymentOutcome,
  policy: Policy,
): Decision | undefined {
  const isPaymentUsed = outcome.kind === 'unknown' && isUsedExternally(outcome.payment);
  const isRecoveryUsed = snapshot.steps.some(
    (step) => isRecovery(step.kind) && isUsedExternally(step),
  );
  return isPaymentUsed || isRecoveryUsed
    ? waitForPerson(snapshot, 'unknown', policy.retryMax, externallyUsedLease)
    : undefined;
}

const externallyUsedLease: Reason = {
  code: 'LEASE_USED_BY_STRANGER',
  message:
    'an external transaction used the nonce, seqno or coins of this transaction; check on the chain whether it paid, then resolve the swap',
};

/**
 * Ferryman cannot tell the outcome: two proofs contradict each other, or the journal lost the
 * payment.
 */
type UncertainOutcome = Extract<PaymentOutcome, { kind: 'unknown' | 'lost' }>;

/** A payment that Ferryman can follow, or none. */
export type CertainOutcome = Exclude<PaymentOutcome, UncertainOutcome>;

export function isCertain(outcome: PaymentOutcome): outcome is CertainOutcome {
  return outcome.kind !== 'unknown' && outcome.kind !== 'lost';
}

/**
 * Only the chain knows whether it paid: it is never paid again, and no deadline ends it as unpaid.
 */
export function decideUncertain(
  snapshot: Snapshot,
  outcome: UncertainOutcome,
  policy: Policy,
): Decision {
  if (outcome.kind === 'unknown') return decideContradicted(snapshot, outcome.payment, policy);
  const disputed = decideDisputed(snapshot, policy);
  if (disputed) return disputed;
  return outcome.awaitsImport
    ? wait(policy.settlementPoll, toBeImported(outcome))
    : waitForPerson(snapshot, 'unknown', policy.retryMax, lostPayment(outcome));
}

/** `undefined`: no step that moves money has contradicting proofs. */
export function decideDisputed(snapshot: Snapshot, policy: Policy): Decision | undefined {
  const disputed = disputedStep(snapshot);
  return disputed && decideContradicted(snapshot, disputed, policy);
}

/** The first step that moves money and has contradicting proofs. */
function disputedStep({ steps }: Pick<Snapshot, 'steps'>): Step | undefined {
  return steps.find(({ disputed, kind }) => disputed && movesMoney(kind));
}

/** Only a person can tell what was paid. The reason that the journal gave at first stays. */
function decideContradicted(snapshot: Snapshot, { kind, chain }: Step, policy: Policy): Decision {
  const message = `two proofs contradict each other about the ${kind} transaction on ${chain}, and the money may have been paid twice; look at its transactions, then resolve the swap`;
  const reason: Reason = { code: 'PROOF_CONTRADICTED', message };
  const decision = waitForPerson(snapshot, 'unknown', policy.retryMax, reason);
  return decision.kind === 'wait' ? wait(decision.delay) : decision;
}

function lostPayment({ chain, txId }: Extract<PaymentOutcome, { kind: 'lost' }>): Reason {
  const message = `the journal has lost the signed payment ${txId} on ${chain}; check on the chain whether it landed, then resolve the swap`;
  return { code: 'JOURNAL_WENT_BACK', message };
}

function toBeImported({ chain, txId }: Extract<PaymentOutcome, { kind: 'lost' }>): Reason {
  const message = `the journal was rolled back and has lost the payment ${txId} on ${chain}; it will import the payment from the signing log`;
  return { code: 'JOURNAL_WENT_BACK', message };
}
