import type { Approver } from '../../core/approvals/vote.ts';
import type { CapFilter } from '../../core/caps/cap.ts';
import { counts } from '../../core/caps/count-use.ts';
import type { Job } from '../../core/swap/job.ts';

/** Which payments need whose approvals (G15). The first row that matches decides. */
export interface ApprovalTable {
  /** The last one matches every payment, and blocks it. */
  rows: readonly ApprovalRow[];
  approvers: readonly Approver[];
}

export interface ApprovalRow {
  when: ApprovalConditions;
  outcome: 'allow' | 'block' | ApprovalDemand;
}

/** Of a payment. Absent members: any. */
interface ApprovalConditions extends CapFilter {
  /** Worth more than this, in 10^-18 US dollars. A payment without a price is. */
  aboveUsdE18?: bigint;
  /** Its receiver is neither named by the policy nor the wallet, and no settled swap paid it. */
  newReceiver?: true;
}

export interface ApprovalDemand {
  /** So many different approvers have to sign. */
  approvals: number;
  /** Names of approvers. */
  of: readonly string[];
  /** How long an envelope lasts, in milliseconds. */
  expiresAfter: number;
  /** How long after its submission a swap with a new receiver waits, in milliseconds. */
  coolFor?: number;
}

interface PaymentToMatch {
  job: Job;
  provider: string;
  /** Absent: there is no price. */
  usdE18?: bigint | undefined;
  isNewReceiver: boolean;
}

/**
 * The row that decides about a payment, with its number from 1. A table without one that matches
 * blocks, as the last row of every table that can be read does.
 */
export function matchRow(
  { rows }: Pick<ApprovalTable, 'rows'>,
  payment: PaymentToMatch,
): { number: number; outcome: ApprovalRow['outcome'] } {
  const index = rows.findIndex(({ when }) => isMatch(when, payment));
  const outcome = rows[index]?.outcome ?? 'block';
  return { number: index === -1 ? rows.length : index + 1, outcome };
}

function isMatch(
  { aboveUsdE18, newReceiver, ...filter }: ApprovalConditions,
  payment: PaymentToMatch,
): boolean {
  const { job, provider, usdE18 } = payment;
  return (
    counts(filter, job, provider) &&
    (aboveUsdE18 === undefined || usdE18 === undefined || usdE18 > aboveUsdE18) &&
    (newReceiver === undefined || payment.isNewReceiver)
  );
}
