import type { Ceiling } from '../core/books/ceiling.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { applyRule, type RuleChange } from './apply-rule.ts';
import { applyRuleFolder } from './apply-rule-folder.ts';
import { readCeilings } from './books/compare-ceilings.ts';
import type { BookKeeping } from './books/follow-books.ts';
import { pauseRule, type RulePauseRequest, resumeRule } from './pause-rule.ts';
import {
  type PlanContext,
  type PlanRequest,
  planTreasury,
  type TreasuryPlan,
} from './plan-treasury.ts';
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
  /** What the rules would do now and over the next days. Signs, stores and reserves nothing. */
  planTreasury(request: PlanRequest): Promise<TreasuryPlan>;
}

interface Treasury {
  useCases: TreasuryUseCases;
  /**
   * Applies the rules of the folder, and starts the worker. Throws `INVALID_RULE` with the faults of
   * all files, and `CONFIG_INVALID` for ceilings of what is not there.
   */
  start(): Promise<() => Promise<void>>;
}

interface TreasurySettings {
  /** `undefined`: rules come through the API alone. */
  ruleFolder: string | undefined;
  books: BookKeeping;
  ceilings?: readonly Ceiling[] | undefined;
}

export function createTreasury(
  context: PlanContext,
  { ruleFolder, books, ceilings = [] }: TreasurySettings,
): Treasury {
  return {
    useCases: {
      applyRule: (change) => applyRule(context, change),
      pauseRule: (id, pause) => pauseRule(context, id, pause),
      resumeRule: (id) => resumeRule(context, id),
      planTreasury: (request) => planTreasury(context, request),
    },
    async start() {
      await checkCeilings(context, ceilings);
      if (ruleFolder !== undefined) await applyRuleFolder(context, ruleFolder);
      return startTreasury(context, books);
    },
  };
}

/** A wallet may be imported later, so one that is not there is no fault. Throws `CONFIG_INVALID`. */
async function checkCeilings(
  context: Pick<TreasuryContext, 'chains' | 'walletList' | 'logger'>,
  ceilings: readonly Ceiling[],
): Promise<void> {
  if (ceilings.length === 0) return;
  readCeilings(context, ceilings);
  const known = new Set((await context.walletList.current()).map(({ name }) => name));
  for (const { wallet } of ceilings)
    if (!known.has(wallet))
      context.logger.warn(
        { wallet },
        'a ceiling names a wallet that is not there: it concerns nothing until a wallet has this name',
      );
}
