import type { z } from 'zod';
import type { RuleVersion, StoredOccurrence, StoredRule } from '../ports/stores/treasury-store.ts';
import { ruleOf } from '../treasury/read-rule.ts';
import type { RuleBody } from '../treasury/rule-schema.ts';
import { createSchedule } from '../treasury/schedule.ts';
import { iso } from './iso.ts';
import type { occurrenceList, ruleAnswer } from './schemas/treasury.ts';

type RuleJson = z.input<typeof ruleAnswer>['rule'];

export function versionJson({ version, body, author, reason, at }: RuleVersion) {
  return { version, rule: body as RuleJson['rule'], author, reason, at: iso(at) };
}

/** @param now milliseconds since the epoch */
export function ruleJson(stored: StoredRule, now: number): RuleJson {
  const { id, paused, failures, lastActedAt, consideredUntil } = stored;
  const { kind, schedule } = ruleOf(stored.body as RuleBody);
  const next = paused ? undefined : createSchedule(schedule).next(Math.max(consideredUntil, now));
  return {
    ...{ id, kind, ...versionJson(stored), failures },
    ...(paused ? { paused: { ...paused, at: iso(paused.at) } } : {}),
    ...(lastActedAt === undefined ? {} : { lastActedAt: iso(lastActedAt) }),
    ...(next === undefined ? {} : { nextAt: iso(next) }),
  };
}

export function occurrenceJson({
  instant,
  begunAt,
  endedAt,
  missed,
  swaps,
  jobs: _,
  ...rest
}: StoredOccurrence): z.input<typeof occurrenceList>['occurrences'][number] {
  return {
    ...rest,
    instant: iso(instant),
    ...(missed ? { missed: { count: missed.count, from: iso(missed.from) } } : {}),
    swaps: [...swaps],
    begunAt: iso(begunAt),
    ...(endedAt === undefined ? {} : { endedAt: iso(endedAt) }),
  };
}
