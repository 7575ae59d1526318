import { describeUnits } from '../amounts/amounts.ts';
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

/** Answers what a look for the money has found. */
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
    // What another token is worth nobody has verified.
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
 * The money is not where it should be: it is looked for until its time is over, and then with a
 * person's help.
 */
function reactToMissing(
  snapshot: Snapshot,
  finding: Missing,
  now: number,
  policy: Policy,
): Decision {
  const { routerStatus } = snapshot.swap;
  const { fundsState, reason, tellAt } = complaintAbout(snapshot, finding, routerStatus, policy);
  return now < tellAt
    ? wait(policy.settlementPoll, { ...reason, message: `${reason.message}; ${untilThen(tellAt)}` })
    : waitForPerson(snapshot, fundsState, policy.statusPoll, reason);
}

function untilThen(tellAt: number): string {
  const at = new Date(Math.min(tellAt, lastTime)).toISOString();
  return `Ferryman keeps looking, and you can resolve the swap from ${at} on if it has not ended by then`;
}

/** The last one that a `Date` has, in milliseconds since the epoch. */
const lastTime = 8.64e15;

function complaintAbout(
  snapshot: Snapshot,
  finding: Missing,
  status: RouterStatus | undefined,
  policy: Policy,
): { fundsState: FundsState; reason: Reason; tellAt: number } {
  const message = describe(finding, snapshot.swap.job);
  // Our own transaction has fetched it, or should have: more will not come.
  const isOurs = !paysOutElsewhere(snapshot.swap.job) || hasRecovered(snapshot);
  if (isOurs || status === undefined) {
    return { fundsState: 'unknown', reason: { code: 'OWN_PAYOUT_SHORT', message }, tellAt: 0 };
  }
  switch (status.status) {
    case 'SUCCESS':
      return {
        fundsState: 'unknown',
        reason: { code: 'SETTLEMENT_DISPUTED', message },
        tellAt: overdueAt(snapshot, status, policy),
      };
    case 'REVERTED':
      return {
        fundsState: 'unknown',
        reason: {
          code: 'REFUND_NOT_SEEN',
          message: `the routing service reports a refund, but ${message}`,
        },
        tellAt: status.since + policy.reviewAfter,
      };
    case 'FAIL':
      return { fundsState: 'unknown', reason: statusReason(status), tellAt: 0 };
    default:
      // Only a router that says paid is in dispute with the chain.
      return {
        fundsState: 'in_flight',
        reason: { code: 'SETTLEMENT_OVERDUE', message },
        tellAt: 0,
      };
  }
}

function hasRecovered({ steps }: Snapshot): boolean {
  return steps.some((step) => isRecovery(step.kind) && step.outcome === 'landed');
}

function describe(finding: Missing, { to }: Pick<Job, 'to'>): string {
  switch (finding.kind) {
    case 'nothing':
      return 'nothing that fits shows on the chain where the money should arrive';
    case 'unseen':
      return `${finding.chain} cannot be looked at here, and the routing service names no transaction that paid it`;
    case 'below_minimum':
      return `what arrived is ${describeUnits(finding.amount, to)}, below the minimum ${describeUnits(finding.minOut, to)}`;
    case 'ambiguous':
      return 'what arrived could belong to another open swap just as well';
    case 'attributed':
      return `what arrived belongs to swap ${finding.bySwap}`;
    default:
      return assertNever(finding, 'missing settlement');
  }
}
