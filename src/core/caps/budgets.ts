import type { JobRule } from '../swap/job.ts';
import type { Cap } from './cap.ts';

/**
 * The budgets of a treasury rule as caps: each counts the payments of that rule alone. They are part
 * of the job, so its seal covers them, and neither the database nor a later version of the rule
 * changes what bounds it.
 */
export function budgetsOf({ rule }: { rule?: JobRule | undefined }): Cap[] {
  if (!rule) return [];
  return rule.budgets.map((budget) => ({
    ...budget,
    name: budget.name + ofRule(rule.id),
    rule: rule.id,
  }));
}

/** What people call a cap, and whose budget it is: without a rule, it is one of the policy. */
export function budgetNameOf({ name, rule }: Pick<Cap, 'name' | 'rule'>): {
  budget: string;
  rule?: string;
} {
  if (rule === undefined || !name.endsWith(ofRule(rule))) return { budget: name };
  return { budget: name.slice(0, -ofRule(rule).length), rule };
}

function ofRule(rule: string): string {
  return ` of rule ${rule}`;
}

/** All caps that may bound a job: those of the policy, and the budgets that it bears. */
export function capsOn(
  policy: readonly Cap[],
  job: { rule?: JobRule | undefined },
): readonly Cap[] {
  return job.rule ? [...policy, ...budgetsOf(job)] : policy;
}
