import { firstSigned, newestAttempt } from '../swap/attempts.ts';
import {
  type Attempt,
  canReplace,
  hasEnded,
  isPayment,
  type Lease,
  type LeaseTerms,
  movesMoney,
  type Reason,
  type Snapshot,
  type Step,
  stopOf,
} from '../swap/swap.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { followThroughFailure } from './follow-through-failure.ts';
import type { Policy } from './policy.ts';
import { isCause } from './review-causes.ts';
import { waitForStop } from './wait-for-stop.ts';

/**
 * What a leased step needs before anything else happens for its swap. `undefined`: nothing; it is
 * closed, or included deeply enough for the next step to start.
 */
export function decideStep(
  snapshot: Snapshot,
  step: Step,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision | undefined {
  const { lease } = step;
  if (step.outcome !== 'open' || !lease || lease.state === 'void') return undefined;
  if (lease.state === 'held') {
    // The worker that held the lease died or gave up. Without an attempt nothing was sent.
    const reason = {
      code: 'LEASE_ABANDONED',
      message:
        'a worker took the lease and has signed nothing; Ferryman releases it when its hold ends',
    };
    return now >= lease.heldUntil
      ? { kind: 'void_lease', leaseId: lease.id, reason }
      : wait(lease.heldUntil - now + 1, reason);
  }
  const isDecided =
    lease.overAtFinal || lease.attempts.some((attempt) => attempt.inclusion.status === 'final');
  if (
    (observation.kind === 'failed' || observation.kind === 'judged') &&
    (isDecided || !isProgressed(step))
  ) {
    // A replacement is held: a person learns it once, and what is signed is followed meanwhile.
    if (observation.kind === 'judged' && observation.held && !isHeld(snapshot)) {
      const { reason, held: items } = observation;
      return { kind: 'hold', fundsState: snapshot.swap.fundsState, reason, items };
    }
    return followThroughFailure(
      snapshot,
      lease.attempts[0]?.signedAt ?? now,
      observation,
      now,
      policy,
    );
  }
  if (isDecided) return { kind: 'prove', step };
  const included = lease.attempts.find((attempt) => attempt.inclusion.status === 'included');
  if (included) return decideIncluded(snapshot, step, lease, { observation, now, policy });
  return decidePending(snapshot, step, lease, observation, now, policy);
}

/**
 * Whether persons know already that the guard holds a transaction of the swap: its reason says so.
 * Once they have approved all that they were asked for, what is held now is something else.
 */
function isHeld({ swap, heldFor }: Snapshot): boolean {
  const isApproved = heldFor?.open === 0 && !heldFor.rejected;
  return isCause(swap.reason, 'APPROVAL_NEEDED') && !isApproved;
}

function decideIncluded(
  snapshot: Snapshot,
  step: Step,
  lease: Lease,
  { observation, now, policy }: { observation: Observation; now: number; policy: Policy },
): Decision | undefined {
  if (!isProgressed(step)) {
    return isPayment(step.kind) && snapshot.swap.state === 'executing'
      ? { kind: 'transition', state: 'confirming', fundsState: 'in_flight' }
      : wait(policy.resendAfter);
  }
  const { allowance } = snapshot;
  if (!isPayment(step.kind) && allowance?.approving?.stepId === step.id) {
    if (observation.kind === 'failed')
      return followThroughFailure(snapshot, firstSigned(lease), observation, now, policy);
    return { kind: 'read_allowance', token: allowance.token, spender: allowance.spender };
  }
  return undefined;
}

function decidePending(
  snapshot: Snapshot,
  step: Step,
  lease: Lease,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  const { swap, order } = snapshot;
  const stopped = stopOf(snapshot, step.kind);
  if (isPayment(step.kind) && (swap.state === 'confirming' || swap.state === 'settling')) {
    // A reorg removed the inclusion. The same bytes remain the only ones that may land.
    return { kind: 'transition', state: 'executing', fundsState: 'in_flight' };
  }
  const newest = newestAttempt(lease);
  if (!newest) return wait(policy.resendAfter);
  const isCancel = newest.kind === 'cancel';
  const goodUntil = isCancel ? Number.POSITIVE_INFINITY : goodUntilOf(step, lease, order, policy);
  const isUnwanted = !isCancel && isNotWanted(snapshot, step);
  if (isUnwanted || now >= goodUntil) {
    // A lease that cannot be replaced is no longer resent, and expires.
    return canReplace(lease.terms) ? { kind: 'cancel', step } : wait(policy.resendAfter, expiring);
  }
  if (newest.sentAt === undefined) {
    // A stop prevents first sends, but never a cancel.
    return stopped && !isCancel
      ? waitForStop(stopped, now, policy, goodUntil - now)
      : broadcast(step, lease, newest, goodUntil);
  }
  // Resend before a higher fee, which may be refused: a node may have dropped the bytes.
  const resendAt = newest.sentAt + policy.resendAfter;
  if (now >= resendAt) return broadcast(step, lease, newest, goodUntil);
  // A higher fee does not help behind a stuck lower nonce. It needs a signature, so a stop prevents
  // it.
  const mayRaise =
    canReplace(lease.terms) && lease.heldUpBy === undefined && (isCancel || !stopped);
  const raisedAt = newest.boost?.signedAt ?? newest.signedAt;
  const bumpAt =
    mayRaise && observation.kind !== 'not_raised'
      ? raisedAt + policy.bumpAfter
      : Number.POSITIVE_INFINITY;
  if (now >= bumpAt) return { kind: isCancel ? 'cancel' : 'bump', step };
  const delay = Math.min(resendAt, goodUntil, bumpAt) - now;
  if (observation.kind === 'not_raised') return wait(delay, observation.reason);
  return wait(delay, now < firstSigned(lease) + policy.bumpAfter ? undefined : stuck(lease));
}

/**
 * A person has ended the swap or cancels its payment, or an earlier payment may have landed after
 * all. If the chain allows it, a cancel uses up the lease.
 */
function isNotWanted({ swap, steps }: Snapshot, { id, kind }: Step): boolean {
  if (hasEnded(swap) || (swap.cancelRequestedAt !== undefined && isPayment(kind))) return true;
  return (
    movesMoney(kind) &&
    steps.some((other) => other.disputed && other.id !== id && movesMoney(other.kind))
  );
}

/**
 * Sends the newest attempt, which replaces the earlier ones. A Bitcoin replacement may spend added
 * inputs: if an external transaction spent one, only the earlier attempts can land, so they follow
 * as `otherwise`. After a cancel no earlier attempt is sent.
 */
function broadcast(
  step: Step,
  { terms, attempts }: Lease,
  newest: Attempt,
  goodUntil: number,
): Decision {
  const otherwise =
    terms.kind === 'outpoints' && newest.kind !== 'cancel'
      ? attempts.filter(({ seq }) => seq < newest.seq).reverse()
      : [];
  return {
    kind: 'broadcast',
    step,
    attempt: newest,
    ...(otherwise.length > 0 ? { otherwise } : {}),
    ...(newest.kind === 'cancel' ? {} : { until: goodUntil }),
  };
}

/**
 * The latest time at which the step may be included as intended. After it a cancel uses up the
 * lease.
 */
function goodUntilOf(step: Step, lease: Lease, order: Snapshot['order'], policy: Policy): number {
  return (
    (isPayment(step.kind) ? order?.goodUntil : undefined) ??
    firstSigned(lease) + policy.inclusionWithin
  );
}

const expiring: Reason = {
  code: 'INCLUSION_LATE',
  message:
    'Ferryman no longer sends the transaction; once it has expired, the chain shows whether it was included',
};

function stuck({ terms, heldUpBy }: Lease): Reason {
  return { code: 'INCLUSION_LATE', message: whyStuck(terms, heldUpBy) };
}

function whyStuck(terms: LeaseTerms, heldUpBy: bigint | undefined): string {
  if (!canReplace(terms))
    return 'the transaction is not included yet; Ferryman resends it until it expires';
  return terms.kind === 'nonce' && heldUpBy !== undefined
    ? `the transaction with nonce ${terms.nonce} waits for the wallet's transaction with nonce ${heldUpBy}`
    : 'the transaction is not included yet; Ferryman raises its fee, up to what the job allows';
}

/** Whether the step's attempt is included deeply enough for the next step to start. */
export function isProgressed(step: Step): boolean {
  return (step.lease?.attempts ?? []).some((attempt) => attempt.progressed);
}
