import {
  isPlannedSkip,
  type OccurrenceState,
  type SkipReason,
} from '../../core/treasury/occurrence.ts';
import type { NoticeDraft } from '../../ports/stores/feed-store.ts';
import type { OccurrenceName } from '../../ports/stores/treasury-store.ts';
import { raiseNotice } from '../operations/raise-notice.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

type Facts = Extract<NoticeDraft, { type: 'occurrence_not_done' }>['data'];

/** Raises the notice that not all of an occurrence was done. */
export async function raiseNotDone(
  session: SqlSession,
  { ruleId, instant }: OccurrenceName,
  why: Pick<Facts, 'state' | 'code' | 'message' | 'count'>,
): Promise<void> {
  const data = { rule: ruleId, occurrence: new Date(instant).toISOString(), ...why };
  await raiseNotice(session, { type: 'occurrence_not_done', data });
}

/**
 * Raises it for what was skipped, unless that is part of the rule's plan or the occurrence before was
 * skipped for the same reason: an hourly rule without money tells it once.
 */
export async function raiseSkipped(
  session: SqlSession,
  { ruleId, instant }: OccurrenceName,
  { code, message }: SkipReason,
): Promise<void> {
  if (isPlannedSkip(code)) return;
  const [before] = await session.query<{ state: OccurrenceState; code: string | null }>(
    `select state, code from treasury_occurrences where rule_id = $1 and instant < $2 order by instant desc limit 1`,
    [ruleId, timestamp(instant)],
  );
  if (before?.state === 'skipped' && before.code === code) return;
  await raiseNotDone(session, { ruleId, instant }, { state: 'skipped', code, message });
}
