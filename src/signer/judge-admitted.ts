import type { Logger } from 'pino';
import { reaches } from '../core/approvals/admission-extent.ts';
import { type AdmissionItem, keyOfItem } from '../core/approvals/admission-item.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Verdict } from '../ports/guard.ts';
import type { JobSeals } from '../ports/job-seals.ts';
import type { AdmittedItem } from '../ports/stores/approval-store.ts';
import { itemOf } from './item-of.ts';

/** Looks up which of the items with these keys persons have admitted. */
export type FindAdmitted = (keys: readonly string[]) => Promise<readonly AdmittedItem[]>;

export interface AdmittedVerdict {
  verdict: Verdict;
  /** The approvals that admit what the verdict would otherwise hold. */
  admittedBy: readonly string[];
  /** The same, as the journal says them. */
  admitted: readonly AdmittedItem[];
}

export interface AdmissionContext {
  jobSeals: Pick<JobSeals, 'isSealed' | 'verify'>;
  logger: Logger;
  clock: Clock;
}

/**
 * The journal is asked only if the guard holds: a clean judgement costs no statement. What it says
 * counts if it is sealed: an attacker who writes to the database admits nothing.
 */
export async function judgeAdmitted(
  {
    jobSeals,
    logger,
    clock,
  }: Omit<AdmissionContext, 'jobSeals'> & {
    jobSeals: Pick<JobSeals, 'isSealed'>;
  },
  swapId: SwapId,
  judge: (admitted?: readonly AdmissionItem[]) => Verdict,
  findAdmitted: FindAdmitted,
): Promise<AdmittedVerdict> {
  const verdict = judge();
  if (verdict.kind !== 'hold') return { verdict, admittedBy: [], admitted: [] };
  const keys = verdict.findings
    .map(itemOf)
    // Passkeys admit these, and no seal.
    .filter(({ kind }) => kind !== 'payment')
    .map(keyOfItem);
  if (keys.length === 0) return { verdict, admittedBy: [], admitted: [] };
  const admitted: AdmittedItem[] = [];
  for (const one of await findAdmitted([...new Set(keys)])) {
    const approval = one.approvalId;
    if (!(await jobSeals.isSealed(one)))
      logger.error({ approval }, 'an approval without a valid seal admits nothing');
    else if (!reaches(one, swapId, clock.now()))
      logger.error({ approval, swapId }, 'an approval of another swap or time admits nothing');
    else admitted.push(one);
  }
  if (admitted.length === 0) return { verdict, admittedBy: [], admitted: [] };
  return {
    verdict: judge(admitted.map(({ item }) => item)),
    admittedBy: admitted.map(({ approvalId }) => approvalId),
    admitted,
  };
}
