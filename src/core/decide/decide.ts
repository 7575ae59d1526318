import { assertNever } from '../assert-never.ts';
import { decideManualDeposit } from '../deposits/decide-manual-deposit.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import {
  hasEnded,
  isDepositShown,
  type Snapshot,
  type Step,
  type SwapState,
} from '../swap/swap.ts';
import { admitFirst } from './admit-first.ts';
import { decideCancel } from './decide-cancel.ts';
import { decideHeld } from './decide-held.ts';
import { decidePayout } from './decide-payout.ts';
import { decideStep } from './decide-step.ts';
import {
  type CertainOutcome,
  decideDisputed,
  decideDoubted,
  decideUncertain,
  decideUsedExternally,
  isCertain,
} from './decide-uncertain.ts';
import {
  decideLostPayment,
  decideQuoted,
  decideRequested,
  decideUnpaidReview,
} from './decide-unpaid.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { followEnded } from './follow-ended.ts';
import type { Policy } from './policy.ts';
import { react } from './react.ts';

/**
 * What to do next for a swap: every rule about retrying, waiting, replacing and giving up. Pure: no
 * I/O, clock or environment. After a crash the observation is `none`, and the snapshot suffices.
 */
export function decide(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  return admitFirst(snapshot, decideNext(snapshot, observation, now, policy));
}

/** Rules in order of precedence: the first one that returns a decision wins. */
function decideNext(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  if (hasEnded(snapshot.swap)) return followEnded(snapshot, observation, now, policy);
  const outcome = paymentOutcome(snapshot);
  return (
    decideDoubted(snapshot, observation, now, policy) ??
    decideUsedExternally(snapshot, outcome, policy) ??
    decideSteps(snapshot, observation, now, policy) ??
    (isCertain(outcome)
      ? decideCertain(snapshot, outcome, observation, now, policy)
      : decideUncertain(snapshot, outcome, policy))
  );
}

function decideCertain(
  snapshot: Snapshot,
  outcome: CertainOutcome,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  return (
    decideDisputed(snapshot, policy) ??
    decideCancel(snapshot, policy) ??
    react(snapshot, observation, now, policy) ??
    decideHeld(snapshot, now, policy) ??
    decidePhase(snapshot, outcome, observation, now, policy)
  );
}

/** Leased and signed steps come first: nothing else happens for the swap meanwhile. */
function decideSteps(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision | undefined {
  for (const step of snapshot.steps) {
    const decision = decideStep(snapshot, step, observation, now, policy);
    if (decision) return decision;
  }
  return undefined;
}

/**
 * The phases of a swap. `requested`, `quoted`: nothing is paid, and its order is made. `paying`:
 * its payment is signed and followed until the money arrives or comes back. `review`: the same, and
 * a person has to look. `waiting`: a person has to act. `ended`.
 */
type Phase = 'requested' | 'quoted' | 'paying' | 'review' | 'waiting' | 'ended';

const phases: Readonly<Record<SwapState, Phase>> = {
  requested: 'requested',
  quoted: 'quoted',
  executing: 'paying',
  confirming: 'paying',
  settling: 'paying',
  claiming: 'paying',
  refunding: 'paying',
  needs_review: 'review',
  awaiting_approval: 'waiting',
  awaiting_deposit: 'waiting',
  settled: 'ended',
  refunded: 'ended',
  failed: 'ended',
  cancelled: 'ended',
  expired: 'ended',
};

/**
 * Decides by the phase alone. If a manual deposit was shown, a person may have paid in any phase.
 */
function decidePhase(
  snapshot: Snapshot,
  outcome: CertainOutcome,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  const { order } = snapshot;
  if (order && isDepositShown(snapshot)) {
    const payment = outcome.kind === 'manual_deposit_paid' ? outcome.payment : undefined;
    return decideManualDeposit(snapshot, order, payment, now, policy);
  }
  const phase = phases[snapshot.swap.state];
  switch (phase) {
    case 'requested':
      return decideRequested(snapshot, observation, now, policy);
    case 'quoted':
      return decideQuoted(snapshot, now, policy);
    case 'paying':
      return isFollowed(outcome)
        ? decidePayout(snapshot, outcome.payment, now, policy)
        : decideLostPayment(snapshot, lastOf(outcome), now, policy);
    case 'review':
      return isFollowed(outcome)
        ? decidePayout(snapshot, outcome.payment, now, policy)
        : decideUnpaidReview(snapshot, lastOf(outcome), now, policy);
    case 'waiting':
      return wait(policy.retryMax);
    case 'ended':
      return { kind: 'done' };
    default:
      return assertNever(phase, 'phase');
  }
}

function isFollowed(
  outcome: CertainOutcome,
): outcome is Extract<CertainOutcome, { kind: 'may_land' | 'landed' }> {
  return outcome.kind === 'may_land' || outcome.kind === 'landed';
}

/** The newest payment that is proven dead or reverted. */
function lastOf(outcome: CertainOutcome): Step | undefined {
  return outcome.kind === 'unpaid' ? outcome.last : undefined;
}
