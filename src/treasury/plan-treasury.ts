import { mapBounded } from '../core/map-bounded.ts';
import type { CapUsage } from '../core/caps/cap-standing.ts';
import { decidePlanned } from '../core/treasury/decide-planned.ts';
import {
  holdingName,
  type PlannedDecision,
  type PlannedOccurrences,
  type PlanRule,
} from '../core/treasury/plan.ts';
import { type PlannedBudget, planBudgets } from '../core/treasury/plan-budgets.ts';
import { planOccurrences } from '../core/treasury/plan-occurrences.ts';
import { type FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { Preview } from '../executor/preview/preview.ts';
import type { SwapPreviewRequest } from '../executor/preview/preview-swap.ts';
import type { CapStore } from '../ports/stores/cap-store.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { authorOf } from './apply-rule.ts';
import { jobBody } from './job-body.ts';
import { createPlanReader } from './read-plan-rule.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** Each asks the routing service and the chains about ten times. */
const maxPreviews = 10;
const previewsAtOnce = 2;
const rulesAtOnce = 8;
const day = 86_400_000;

export interface PlanContext extends TreasuryContext {
  journal: TreasuryContext['journal'] & Pick<CapStore, 'capUsage'>;
  /** What a job would do now. Signs, stores and reserves nothing. */
  preview: (request: SwapPreviewRequest) => Promise<Preview>;
}

export interface PlanRequest {
  days: number;
  /** Whether to ask the routing service what the rules would do if they were due now. */
  previews: boolean;
}

/** What a rule would do if it were due now, whatever the others do. */
export interface RuleNow {
  planned: PlanRule;
  decision: PlannedDecision;
  /** One for each trade. */
  previews: readonly TradePreview[];
}

export type TradePreview =
  | { kind: 'previewed'; preview: Preview }
  | { kind: 'failed'; error: FerrymanError }
  /** Not asked for, or one plan has no more of them. */
  | { kind: 'left-out' };

export interface TreasuryPlan extends PlannedOccurrences {
  /** Milliseconds since the epoch. */
  from: number;
  until: number;
  rules: readonly RuleNow[];
  budgets: readonly PlannedBudget[];
}

/**
 * What the treasury's rules would do over the next days, and each of them now. Signs, stores and
 * reserves nothing. What cannot be read of a rule is said of it. Throws `JOURNAL_UNAVAILABLE`.
 */
export async function planTreasury(
  context: PlanContext,
  { days, previews }: PlanRequest,
): Promise<TreasuryPlan> {
  const { journal, clock, guard } = context;
  const now = clock.now();
  const until = now + days * day;
  const [stored, open, usages] = await Promise.all([
    journal.treasuryRules(),
    journal.openOccurrences(),
    usagesOf(context),
  ]);
  const openAt = new Map(open.map(({ ruleId, instant }) => [ruleId, instant]));
  const reader = createPlanReader(context);
  const rules = await mapBounded(
    stored,
    (rule) => reader.read(rule, { now, until, open: openAt.get(rule.id) }),
    rulesAtOnce,
  );
  const holdings = await reader.holdings();
  const plan = planOccurrences({ now, rules, holdings });
  const held = new Map(holdings.map((one) => [holdingName(one), one]));
  const decided = rules.map((planned) => ({
    planned,
    decision: decidePlanned(planned, held, { at: now, open: planned.open }),
  }));
  return {
    ...plan,
    ...{ from: now, until },
    rules: await withPreviews(context, decided, stored, previews ? maxPreviews : 0),
    budgets: planBudgets(plan.occurrences, guard.caps, usages, now),
  };
}

async function usagesOf({ guard, journal }: PlanContext): Promise<CapUsage[]> {
  return guard.caps.length === 0 ? [] : journal.capUsage();
}

/** Of each rule the first trade before the second of any: a payroll leaves room for others. */
async function withPreviews(
  context: PlanContext,
  decided: readonly Omit<RuleNow, 'previews'>[],
  stored: readonly StoredRule[],
  limit: number,
): Promise<RuleNow[]> {
  const wanted = decided
    .flatMap(({ decision }, rule) =>
      decision.kind === 'act' ? decision.trades.map((trade, index) => ({ rule, index, trade })) : [],
    )
    .sort((a, b) => a.index - b.index || a.rule - b.rule)
    .slice(0, limit);
  const found = new Map<string, TradePreview>();
  await mapBounded(
    wanted,
    async ({ rule, index, trade }) => {
      const author = stored[rule];
      const planned = decided[rule]?.planned;
      if (!author || !planned) return;
      found.set(`${rule} ${index}`, await previewOf(context, planned, author, trade.job));
    },
    previewsAtOnce,
  );
  return decided.map(({ planned, decision }, rule) => ({
    ...{ planned, decision },
    previews:
      decision.kind === 'act'
        ? decision.trades.map((_, index) => found.get(`${rule} ${index}`) ?? { kind: 'left-out' })
        : [],
  }));
}

async function previewOf(
  { clock, preview }: PlanContext,
  { rule, version }: PlanRule,
  stored: StoredRule,
  job: Parameters<typeof jobBody>[2],
): Promise<TradePreview> {
  const by = authorOf(stored);
  try {
    const asking = { rule: { id: rule.id, version, budgets: [] }, ...(by ? { by } : {}) };
    const body = jobBody(rule, clock.now(), job);
    return { kind: 'previewed', preview: await preview({ body, ...asking }) };
  } catch (cause) {
    return { kind: 'failed', error: toFerrymanError(cause) };
  }
}
