import { capToStored } from '../core/caps/stored-cap.ts';
import { decideOccurrence } from '../core/treasury/decide-occurrence.ts';
import { dueOf, lateAfter } from '../core/treasury/due.ts';
import type { TreasuryRule } from '../core/treasury/rule.ts';
import { type FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { OccurrenceDraft, StoredRule } from '../ports/stores/treasury-store.ts';
import type { Duty, NextRun } from './duty.ts';
import { followOpen, requireRule } from './follow-open.ts';
import { type FrozenRuleJob, jobBody } from './job-body.ts';
import { leaveOutCostly } from './leave-out-costly.ts';
import { ruleOf } from './read-rule.ts';
import { readStanding } from './read-standing.ts';
import type { RuleBody } from './rule-schema.ts';
import { createSchedule, dueInstants, type Schedule } from './schedule.ts';
import { isRuleSealed, sealJobs, unsealed } from './seals.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** Milliseconds between two polls of the swaps of open occurrences. */
const pollEvery = 2_000;
/** Milliseconds until a rule is tried again that could not be decided. */
const retryAfter = 5_000;

/** Decides what is due of each rule, and carries open occurrences on. */
export function followRules(context: TreasuryContext): Duty {
  const { journal } = context;

  async function run(now: number): Promise<NextRun> {
    const failures: { rule: string; error: FerrymanError }[] = [];
    const attempt = async <Result>(rule: string, task: () => Promise<Result>) => {
      try {
        return await task();
      } catch (cause) {
        failures.push({ rule, error: toFerrymanError(cause) });
        return undefined;
      }
    };
    const rules = await journal.treasuryRules();
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const open = new Map<string, number>();
    const follow = async (): Promise<void> => {
      open.clear();
      for (const occurrence of await journal.openOccurrences()) {
        const { ruleId, instant } = occurrence;
        const goesOn = await attempt(ruleId, () =>
          followOpen(context, occurrence, requireRule(byId, occurrence), now),
        );
        if (goesOn !== false) open.set(ruleId, instant);
      }
    };
    await follow();
    let hasBegun = false;
    const nexts: number[] = [];
    for (const rule of rules) {
      const considered = await attempt(rule.id, () => considerRule(context, rule, open, now));
      hasBegun ||= considered?.acts === true;
      if (considered?.next !== undefined) nexts.push(considered.next);
    }
    if (hasBegun) await follow();
    for (const { rule, error } of failures)
      context.logger.warn({ rule, code: error.code, err: error }, 'treasury rule not followed');
    const isOpen = open.size > 0;
    return {
      ...(nexts.length === 0 ? {} : { at: Math.min(...nexts) }),
      ...(isOpen || failures.length > 0 ? { within: isOpen ? pollEvery : retryAfter } : {}),
    };
  }

  return { name: 'treasury rules', run };
}

/** Stores what is done about what is due of a rule. `next`: when it is due again. */
async function considerRule(
  context: TreasuryContext,
  stored: StoredRule,
  open: ReadonlyMap<string, number>,
  now: number,
): Promise<{ acts: boolean; next: number | undefined }> {
  const rule = ruleOf(stored.body as RuleBody);
  const schedule = createSchedule(rule.schedule);
  const after = stored.consideredUntil;
  const instants = dueInstants(schedule, { after, until: now });
  const last = instants.at(-1);
  if (last === undefined) return { acts: false, next: schedule.next(after) };
  const { now: instant, missed } = dueOf(instants, now, lateAfter);
  const draft: OccurrenceDraft = {
    ...{ ruleId: rule.id, version: stored.version, at: now },
    ...(missed ? { missed } : {}),
    ...(instant === undefined
      ? {}
      : { now: { instant, ...(await decide(context, stored, rule, { instant, open, now })) } }),
  };
  const begun = await context.journal.beginOccurrence(draft);
  return {
    acts: begun === 'begun' && draft.now?.kind === 'act',
    next: begun === 'changed' ? now : nextAfter(schedule, last, now),
  };
}

/** What is due meanwhile is considered at once. */
function nextAfter(schedule: Schedule, last: number, now: number): number | undefined {
  const next = schedule.next(last);
  return next === undefined ? undefined : Math.max(next, now);
}

type Decided =
  NonNullable<OccurrenceDraft['now']> extends infer Now
    ? Now extends unknown
      ? Omit<Now, 'instant'>
      : never
    : never;

async function decide(
  context: TreasuryContext,
  stored: StoredRule,
  rule: TreasuryRule,
  { instant, open, now }: { instant: number; open: ReadonlyMap<string, number>; now: number },
): Promise<Decided> {
  const { sealer } = context;
  if (!(await isRuleSealed(sealer, stored))) return unsealed;
  const openSince = open.get(rule.id);
  const standing = await readStanding(
    context,
    rule,
    stored,
    openSince === undefined ? undefined : new Date(openSince).toISOString(),
  );
  const decision = decideOccurrence(rule, standing, now);
  if (decision.kind === 'skip') return decision;
  const budgets = standing.budgets?.map(({ budget }) => capToStored(budget)) ?? [];
  const all = decision.jobs.map((job) => {
    const body = jobBody(rule, instant, job);
    const own = { author: stored.author, ...(budgets.length === 0 ? {} : { budgets }) };
    return { body, frozen: { ...body, ...own } satisfies FrozenRuleJob };
  });
  // The other kinds bound slippage, which is that of whatever is offered.
  const affordable =
    rule.kind === 'target'
      ? await leaveOutCostly(context, all)
      : { kind: 'act' as const, jobs: all.map(({ frozen }) => frozen) };
  if (affordable.kind === 'skip') return affordable;
  const { jobs } = affordable;
  const { version } = stored;
  const seal = await sealJobs(sealer, { ruleId: rule.id, instant, version, jobs });
  return { kind: 'act', jobs, seal };
}
