import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { applyRule, type RuleChange } from './apply-rule.ts';
import { applyRuleFolder } from './apply-rule-folder.ts';
import type { BookKeeping } from './books/follow-books.ts';
import { pauseRule, type RulePauseRequest, resumeRule } from './pause-rule.ts';
import { startTreasury } from './start-treasury.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** What persons and programs may do with the treasury's rules. */
export interface TreasuryUseCases {
  /** Stores a change of a rule as a new version; the same rule again makes none. */
  applyRule(change: RuleChange): Promise<{ rule: StoredRule; isNew: boolean }>;
  /** Nothing of the rule begins any more; what has begun goes on. */
  pauseRule(id: string, pause: RulePauseRequest): Promise<StoredRule>;
  /** What came due meanwhile is not done. */
  resumeRule(id: string): Promise<StoredRule>;
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
export function createTreasury(
  context: TreasuryContext,
  { ruleFolder, books }: { ruleFolder: string | undefined; books: BookKeeping },
): Treasury {
  return {
    useCases: {
      applyRule: (change) => applyRule(context, change),
      pauseRule: (id, pause) => pauseRule(context, id, pause),
      resumeRule: (id) => resumeRule(context, id),
    },
    async start() {
      if (ruleFolder !== undefined) await applyRuleFolder(context, ruleFolder);
      return startTreasury(context, books);
    },
  };
}
