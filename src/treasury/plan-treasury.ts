import { budgetsOf } from '../core/caps/budgets.ts';
import { mapBounded } from '../core/map-bounded.ts';
import type { JobRule } from '../core/swap/job.ts';
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
import { calendarNow } from '../ports/clock.ts';
import type { Submitter } from '../ports/stores/api-key-store.ts';
import type { PreviewStore } from '../ports/stores/preview-store.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { authorOf } from './apply-rule.ts';
import { checkRule } from './check-rule.ts';
import { jobBody } from './job-body.ts';
import { createPlanReader } from './read-plan-rule.ts';
import { readRule, ruleOf } from './read-rule.ts';
import { ruleHash, sealRule } from './seals.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** Previews of one plan. Each makes about ten calls to the routing service and the chains. */
const maxPreviews = 10;
const previewsAtOnce = 2;
const rulesAtOnce = 8;
const day = 86_400_000;

export interface PlanContext extends TreasuryContext {
  /** What a job would do now. Signs, stores and reserves nothing. */
  preview: (request: SwapPreviewRequest) => Promise<Preview>;
  /** The stops that last until a person ends them. */
  stops: Pick<PreviewStore, 'findStop'>;
}

export interface PlanRequest {
  days: number;
  /** Whether to ask the routing service what the rules would do if they were due now. */
  previews: boolean;
  /** A rule as if it were applied already. */
  draft?: DraftRule;
}

interface DraftRule {
  /** Not yet checked. */
  body: unknown;
  /** Who would be its author. */
  by: Submitter;
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
 * reserves nothing. A rule that cannot be read has a `fault`. Throws `JOURNAL_UNAVAILABLE`, and of
 * a draft what `applyRule` throws.
 */
export async function planTreasury(
  context: PlanContext,
  { days, previews, draft }: PlanRequest,
): Promise<TreasuryPlan> {
  const { journal, guard } = context;
  const now = calendarNow(context);
  const until = now + days * day;
  const [known, open] = await Promise.all([journal.treasuryRules(), journal.openOccurrences()]);
  const stored = draft ? await withDraft(context, known, draft, now) : known;
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
  const caps = [...guard.caps, ...rules.flatMap((one) => budgetsOf({ rule: asRule(one) }))];
  const usages = caps.length === 0 ? [] : await journal.capUsage(context.calendar?.now());
  return {
    ...plan,
    ...{ from: now, until },
    rules: await withPreviews(context, decided, stored, previews ? maxPreviews : 0),
    budgets: planBudgets(plan.occurrences, caps, usages, now),
  };
}

/** The rules as they would be with the draft applied, ordered by id. */
async function withDraft(
  context: PlanContext,
  known: readonly StoredRule[],
  { body: given, by }: DraftRule,
  now: number,
): Promise<StoredRule[]> {
  const body = readRule(given);
  await checkRule(context, ruleOf(body), by);
  const before = known.find(({ id }) => id === body.id);
  const version = (before?.newest ?? 0) + 1;
  const named = {
    ...{ id: body.id, version, hash: ruleHash(body) },
    ...{ author: `API key ${by.id}`, reason: 'plan', at: now },
  };
  const rule = {
    ...{
      failures: 0,
      ...before,
      ...named,
      newest: version,
      body,
      seal: await sealRule(context.sealer, named),
    },
    // A new schedule holds from now on.
    consideredUntil: Math.max(before?.consideredUntil ?? now, now),
  };
  const all = [...known.filter(({ id }) => id !== body.id), rule];
  return all.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The rule as its jobs would bear it. */
function asRule({ rule: { id }, version, budgets }: PlanRule): JobRule {
  return { id, version, budgets: budgets.map(({ budget }) => budget) };
}

/** Each rule's first trade comes before the second of any: so a payroll leaves room for others. */
async function withPreviews(
  context: PlanContext,
  decided: readonly Omit<RuleNow, 'previews'>[],
  stored: readonly StoredRule[],
  limit: number,
): Promise<RuleNow[]> {
  const wanted = decided
    .flatMap(({ decision }, rule) =>
      decision.kind === 'act'
        ? decision.trades.map((trade, index) => ({ rule, index, trade }))
        : [],
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
  context: PlanContext,
  planned: PlanRule,
  stored: StoredRule,
  job: Parameters<typeof jobBody>[2],
): Promise<TradePreview> {
  const { by, name } = authorOf(stored);
  const rule = { ...asRule(planned), ...(name === undefined ? {} : { author: name }) };
  try {
    const body = jobBody(planned.rule, calendarNow(context), job);
    const request = { body, rule, ...(by ? { by } : {}) };
    return { kind: 'previewed', preview: await context.preview(request) };
  } catch (cause) {
    return { kind: 'failed', error: toFerrymanError(cause) };
  }
}
