import { isUsedExternally, type PaymentOutcome } from '../swap/payment-outcome.ts';
import { isRecovery, movesMoney, type Reason, type Snapshot, type Step } from '../swap/swap.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { followOn } from './follow-on.ts';
import type { Policy } from './policy.ts';
import { waitForPerson } from './wait-for-person.ts';

/** A step whose proof does not fit what the chain shows, if there is one. */
export function doubtedStep({ steps }: Pick<Snapshot, 'steps'>): Step | undefined {
  return steps.find(({ lease }) => lease?.doubt !== undefined);
}

/** A proof that is in doubt is proven again before anything else happens for the swap. */
export function decideDoubted(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision | undefined {
  const step = doubtedStep(snapshot);
  if (!step) return undefined;
  if (observation.kind !== 'failed') return { kind: 'prove', step };
  return followOn(snapshot, step.lease?.attempts[0]?.signedAt ?? now, observation, now, policy);
}

/**
 * What a stranger's transaction may have done is neither failed nor tried again. `undefined`: no
 * lease was used by one.
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
    'the nonce, number or coins of the transaction were used by one that the journal does not know',
};

/**
 * An outcome that nobody here can tell: two proofs contradict each other, or the journal has forgotten
 * the payment.
 */
type UncertainOutcome = Extract<PaymentOutcome, { kind: 'unknown' | 'forgotten' }>;

/** A payment that is followed, or none. */
export type CertainOutcome = Exclude<PaymentOutcome, UncertainOutcome>;

export function isCertain(outcome: PaymentOutcome): outcome is CertainOutcome {
  return outcome.kind !== 'unknown' && outcome.kind !== 'forgotten';
}

/**
 * Whether it paid only the chain knows: it is never made again, and no deadline says that it was
 * not.
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
    : waitForPerson(snapshot, 'unknown', policy.retryMax, forgotten(outcome));
}

/** `undefined`: no two proofs contradict each other about a step that moves money. */
export function decideDisputed(snapshot: Snapshot, policy: Policy): Decision | undefined {
  const disputed = disputedStep(snapshot);
  return disputed && decideContradicted(snapshot, disputed, policy);
}

/** A step about whose money two proofs contradict each other, if there is one. */
function disputedStep({ steps }: Pick<Snapshot, 'steps'>): Step | undefined {
  return steps.find(({ disputed, kind }) => disputed && movesMoney(kind));
}

/** Only a person can tell what was paid. What the journal said of it when it found out stays. */
function decideContradicted(snapshot: Snapshot, { kind, chain }: Step, policy: Policy): Decision {
  const message = `two proofs contradict each other about its ${kind} on ${chain}; look at its transactions, the money may have been paid twice`;
  const reason: Reason = { code: 'PROOF_CONTRADICTED', message };
  const decision = waitForPerson(snapshot, 'unknown', policy.retryMax, reason);
  return decision.kind === 'wait' ? wait(decision.delay) : decision;
}

function forgotten({ chain, txId }: Extract<PaymentOutcome, { kind: 'forgotten' }>): Reason {
  const message = `its payment ${txId} on ${chain} was signed, and the journal has forgotten it; look on the chain whether it landed`;
  return { code: 'JOURNAL_WENT_BACK', message };
}

function toBeImported({ chain, txId }: Extract<PaymentOutcome, { kind: 'forgotten' }>): Reason {
  const message = `the journal was rolled back and has forgotten its payment ${txId} on ${chain}; it imports the payment from the signing log`;
  return { code: 'JOURNAL_WENT_BACK', message };
}
