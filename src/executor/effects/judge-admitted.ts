import { type AdmissionItem, keyOfItem } from '../../core/approvals/admission-item.ts';
import type { Verdict } from '../../ports/guard.ts';
import type { AdmittedItem } from '../../ports/stores/approval-store.ts';
import { itemOf } from './held-items.ts';

/** Looks up which of the items with these keys persons have admitted. */
export type FindAdmitted = (keys: readonly string[]) => Promise<readonly AdmittedItem[]>;

interface AdmittedVerdict {
  verdict: Verdict;
  /** The approvals that admit what the verdict would otherwise hold. */
  admittedBy: readonly string[];
}

/** The journal is asked only if the guard holds: a clean judgement costs no statement. */
export async function judgeAdmitted(
  judge: (admitted?: readonly AdmissionItem[]) => Verdict,
  findAdmitted: FindAdmitted,
): Promise<AdmittedVerdict> {
  const verdict = judge();
  if (verdict.kind !== 'hold') return { verdict, admittedBy: [] };
  const keys = verdict.findings.map((finding) => keyOfItem(itemOf(finding)));
  const admitted = await findAdmitted([...new Set(keys)]);
  if (admitted.length === 0) return { verdict, admittedBy: [] };
  return {
    verdict: judge(admitted.map(({ item }) => item)),
    admittedBy: admitted.map(({ approvalId }) => approvalId),
  };
}
