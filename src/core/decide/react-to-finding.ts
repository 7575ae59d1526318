import { describeAmount } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import type { SettlementFinding } from '../settlement/settlement.ts';
import { type Job, paysOutElsewhere } from '../swap/job.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import {
  type FundsState,
  isDepositShown,
  isRecovery,
  type Reason,
  type RouterStatus,
  type Snapshot,
} from '../swap/swap.ts';
import { overdueAt, statusReason } from './decide-payout.ts';
import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';
import { waitForPerson } from './wait-for-person.ts';

/** Answers the result of a search for the money. */
export function reactToFinding(
  snapshot: Snapshot,
  finding: SettlementFinding,
  now: number,
  policy: Policy,
): Decision {
  switch (finding.kind) {
    case 'found':
    case 'paid_in_other_token':
      return isDepositShown(snapshot) || paymentOutcome(snapshot).kind === 'landed'
        ? settle(finding)
        : wait(policy.settlementPoll);
    case 'not_final':
      return wait(policy.settlementPoll);
    case 'nothing':
    case 'unseen':
    case 'below_minimum':
    case 'ambiguous':
    case 'attributed':
      return reactToMissing(snapshot, finding, now, policy);
    default:
      return assertNever(finding, 'settlement finding');
  }
}

function settle(
  finding: Extract<SettlementFinding, { kind: 'found' | 'paid_in_other_token' }>,
): Decision {
  const basis = finding.basis ? { basis: finding.basis } : {};
  if (finding.kind === 'paid_in_other_token') {
    const reason: Reason = {
      code: 'PAID_IN_OTHER_TOKEN',
      message: 'the receiver was paid in another token than the job asked for',
    };
    const end = { state: 'refunded', fundsState: 'moved' } as const;
    // Nothing verifies what the other token is worth.
    return { kind: 'settle', end, legs: finding.legs, level: 'router-reported', ...basis, reason };
  }
  const { legs, level } = finding;
  const isRefund = legs.every(({ role }) => role === 'refund');
  const end = isRefund
    ? ({ state: 'refunded', fundsState: 'returned' } as const)
    : ({ state: 'settled', fundsState: 'moved' } as const);
  return { kind: 'settle', end, legs, level, ...basis };
}

type Missing = Exclude<SettlementFinding, { kind: 'found' | 'not_final' | 'paid_in_other_token' }>;

/**
 * The money is not where it should be. Ferryman looks until it is overdue, then a person is asked.
 */
function reactToMissing(
  snapshot: Snapshot,
  finding: Missing,
  now: number,
  policy: Policy,
): Decision {
  const { routerStatus } = snapshot.swap;
  const { fundsState, reason, reviewAt } = reasonFor(snapshot, finding, routerStatus, policy);
  return now < reviewAt
    ? wait(policy.settlementPoll, {
        ...reason,
        message: `${reason.message}; ${nextStep(reviewAt)}`,
      })
    : waitForPerson(snapshot, fundsState, policy.statusPoll, reason);
}

function nextStep(reviewAt: number): string {
  const at = new Date(Math.min(reviewAt, lastTime)).toISOString();
  return `Ferryman keeps looking; if the swap has not ended, you can resolve it from ${at} on`;
}

/** The latest time that a `Date` can hold, in milliseconds since the epoch. */
const lastTime = 8.64e15;

function reasonFor(
  snapshot: Snapshot,
  finding: Missing,
  status: RouterStatus | undefined,
  policy: Policy,
): { fundsState: FundsState; reason: Reason; reviewAt: number } {
  const message = describe(finding, snapshot.swap.job);
  // Our own transaction fetched it, or should have: no more will come.
  const isOurs = !paysOutElsewhere(snapshot.swap.job) || hasRecovered(snapshot);
  if (isOurs || status === undefined) {
    return { fundsState: 'unknown', reason: { code: 'OWN_PAYOUT_SHORT', message }, reviewAt: 0 };
  }
  switch (status.status) {
    case 'SUCCESS':
      return {
        fundsState: 'unknown',
        reason: { code: 'SETTLEMENT_DISPUTED', message },
        reviewAt: overdueAt(snapshot, status, policy),
      };
    case 'REVERTED':
      return {
        fundsState: 'unknown',
        reason: {
          code: 'REFUND_NOT_SEEN',
          message: `the routing service reports a refund, but ${message}`,
        },
        reviewAt: status.since + policy.reviewAfter,
      };
    case 'FAIL':
      return { fundsState: 'unknown', reason: statusReason(status), reviewAt: 0 };
    default:
      // The chain contradicts the router only if the router reports it paid.
      return {
        fundsState: 'in_flight',
        reason: { code: 'SETTLEMENT_OVERDUE', message },
        reviewAt: 0,
      };
  }
}

function hasRecovered({ steps }: Snapshot): boolean {
  return steps.some((step) => isRecovery(step.kind) && step.outcome === 'landed');
}

function describe(finding: Missing, { to }: Pick<Job, 'to'>): string {
  switch (finding.kind) {
    case 'nothing':
      return 'the chain on which the money should arrive shows no matching transfer';
    case 'unseen':
      return `Ferryman cannot read ${finding.chain}, and the routing service names no transaction that paid there`;
    case 'below_minimum':
      return `the received amount is ${describeAmount(finding.amount, to)}, below the minimum ${describeAmount(finding.minOut, to)}`;
    case 'ambiguous':
      return 'the received amount could belong to another open swap too';
    case 'attributed':
      return `the received amount belongs to swap ${finding.bySwap}`;
    default:
      return assertNever(finding, 'missing settlement');
  }
}
