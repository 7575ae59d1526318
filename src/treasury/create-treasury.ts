import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { applyRule, type RuleChange } from './apply-rule.ts';
import { applyRuleFolder } from './apply-rule-folder.ts';
import { pauseRule, type RulePauseRequest, resumeRule } from './pause-rule.ts';
import { type PlanContext, type PlanRequest, planTreasury, type TreasuryPlan } from './plan-treasury.ts';
import { startTreasury } from './start-treasury.ts';

/** What persons and programs may do with the treasury's rules. */
export interface TreasuryUseCases {
  /** Stores a change of a rule as a new version; the same rule again makes none. */
  applyRule(change: RuleChange): Promise<{ rule: StoredRule; isNew: boolean }>;
  /** Nothing of the rule begins any more; what has begun goes on. */
  pauseRule(id: string, pause: RulePauseRequest): Promise<StoredRule>;
  /** What came due meanwhile is not done. */
  resumeRule(id: string): Promise<StoredRule>;
  /** What the rules would do now and over the next days. Signs, stores and reserves nothing. */
  planTreasury(request: PlanRequest): Promise<TreasuryPlan>;
}

interface Treasury {
  useCases: TreasuryUseCases;
  /**
   * Applies the rules of the folder, and starts the worker. Throws `INVALID_RULE` with the faults of
   * all files.
   */
  start(): Promise<() => Promise<void>>;
}

/** @param ruleFolder absent: rules come through the API alone */
export function createTreasury(context: PlanContext, ruleFolder: string | undefined): Treasury {
  return {
    useCases: {
      applyRule: (change) => applyRule(context, change),
      pauseRule: (id, pause) => pauseRule(context, id, pause),
      resumeRule: (id) => resumeRule(context, id),
      planTreasury: (request) => planTreasury(context, request),
    },
    async start() {
      if (ruleFolder !== undefined) await applyRuleFolder(context, ruleFolder);
      return startTreasury(context);
    },
  };
}
