import { capToStored } from '../core/caps/stored-cap.ts';
import { decideOccurrence } from '../core/treasury/decide-occurrence.ts';
import { dueOf, lateAfter } from '../core/treasury/due.ts';
import { occurrenceKey } from '../core/treasury/occurrence.ts';
import type { TreasuryRule } from '../core/treasury/rule.ts';
import type { RuleJob } from '../core/treasury/standing.ts';
import { type FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type {
  DecidedOccurrence,
  OccurrenceDraft,
  OpenOccurrence,
  StoredRule,
} from '../ports/stores/treasury-store.ts';
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
    /** Frozen jobs that are no swaps yet: no balance shows what they will take. */
    const unsent: RuleJob[] = [];
    const follow = async (occurrences: readonly OpenOccurrence[]): Promise<void> => {
      for (const occurrence of occurrences) {
        const { ruleId, instant, state } = occurrence;
        const goesOn = await attempt(ruleId, () =>
          followOpen(context, occurrence, requireRule(byId, occurrence), now),
        );
        if (goesOn === false) open.delete(ruleId);
        else open.set(ruleId, instant);
        if (goesOn === undefined && state === 'acting')
          unsent.push(...(await unsentOf(context, occurrence)));
      }
    };
    await follow(await journal.openOccurrences());
    const nexts: number[] = [];
    for (const rule of rules) {
      const considered = await attempt(rule.id, () =>
        considerRule(context, rule, { open, unsent, now }),
      );
      if (considered?.next !== undefined) nexts.push(considered.next);
      // Before the next rule is decided: it must not count what this one sells as its own.
      if (considered?.acts) await follow(await journal.openOccurrences(rule.id));
    }
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

/** What is the same for all rules that one round considers. */
interface Round {
  /** The open occurrences of rules, by when they were due. */
  open: ReadonlyMap<string, number>;
  /** Frozen jobs that are no swaps yet. */
  unsent: readonly RuleJob[];
  /** Milliseconds since the epoch. */
  now: number;
}

/** Jobs of an occurrence that could not be submitted yet. */
async function unsentOf(
  { journal }: TreasuryContext,
  { ruleId, instant, jobs }: OpenOccurrence,
): Promise<RuleJob[]> {
  const unsent: RuleJob[] = [];
  for (const [number, job] of jobs.entries())
    if (!(await journal.findSubmission(occurrenceKey(ruleId, instant, number))))
      unsent.push(job as RuleJob);
  return unsent;
}

/**
 * Decides what a rule does at the instant that is due, and stores it with what was missed. `acts`: it
 * has jobs to submit. `next`: when it is due again.
 */
async function considerRule(
  context: TreasuryContext,
  stored: StoredRule,
  round: Round,
): Promise<{ acts: boolean; next: number | undefined }> {
  const { now } = round;
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
      : { now: { instant, ...(await decide(context, stored, rule, { ...round, instant })) } }),
  };
  const begun = await context.journal.beginOccurrence(draft);
  return {
    acts: begun === 'begun' && draft.now?.kind === 'act',
    next: begun === 'changed' ? now : nextAfter(schedule, last, now),
  };
}

/** When the rule is due after `last`: now, if that instant has come meanwhile. */
function nextAfter(schedule: Schedule, last: number, now: number): number | undefined {
  const next = schedule.next(last);
  return next === undefined ? undefined : Math.max(next, now);
}

/** What a rule does at an instant, as it is stored: its jobs are frozen and sealed. */
async function decide(
  context: TreasuryContext,
  stored: StoredRule,
  rule: TreasuryRule,
  { instant, open, unsent, now }: Round & { instant: number },
): Promise<DecidedOccurrence> {
  const { sealer } = context;
  if (!(await isRuleSealed(sealer, stored))) return unsealed;
  const openSince = open.get(rule.id);
  const standing = await readStanding(context, rule, stored, {
    open: openSince === undefined ? undefined : new Date(openSince).toISOString(),
    unsent,
  });
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
