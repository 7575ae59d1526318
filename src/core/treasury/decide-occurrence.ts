import { assertNever } from '../assert-never.ts';
import { findBudgetUsed } from './budget-used.ts';
import { decidePayroll } from './decide-payroll.ts';
import { decideRecurring } from './decide-recurring.ts';
import { decideSweep } from './decide-sweep.ts';
import { decideTarget } from './decide-target.ts';
import { decideTopUp } from './decide-top-up.ts';
import { type OccurrenceDecision, skip } from './decision.ts';
import type { TreasuryRule } from './rule.ts';
import type { Standing } from './standing.ts';

/**
 * What a rule does at an instant. Its jobs are judged like those of a person afterwards.
 * @param now milliseconds since the epoch
 */
export function decideOccurrence(
  rule: TreasuryRule,
  standing: Standing,
  now: number,
): OccurrenceDecision {
  const { paused, stopped, open } = standing;
  if (paused) return skip('PAUSED', `${paused.by} paused the rule: ${paused.reason}`);
  if (open !== undefined) return skip('OVERLAP', `the occurrence of ${open} is still open`);
  if (stopped !== undefined) return skip('STOPPED', stopped);
  const decision = decideKind(rule, standing, now);
  return decision.kind === 'skip'
    ? decision
    : (findBudgetUsed(rule, decision.jobs, standing) ?? decision);
}

function decideKind(rule: TreasuryRule, standing: Standing, now: number): OccurrenceDecision {
  switch (rule.kind) {
    case 'recurring':
      return decideRecurring(rule, standing.assets);
    case 'target':
      return decideTarget(rule, standing, now);
    case 'sweep':
      return decideSweep(rule, standing.assets);
    case 'top-up':
      return decideTopUp(rule, standing.assets);
    case 'payroll':
      return decidePayroll(rule, standing.assets);
    default:
      return assertNever(rule, 'kind of a rule');
  }
}
