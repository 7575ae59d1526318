import type { SwapId } from '../../core/swap/ids.ts';
import { type FundsState, isEnd, type SwapState } from '../../core/swap/swap.ts';
import type { OccurrenceState, SwapEnd } from '../../core/treasury/occurrence.ts';
import type {
  OccurrenceDraft,
  OccurrenceEnd,
  OccurrenceFilter,
  OccurrenceName,
  OpenOccurrence,
  StoredOccurrence,
  TreasuryStore,
} from '../../ports/stores/treasury-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { raiseNotice } from '../operations/raise-notice.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { raiseNotDone, raiseSkipped } from './notice-occurrence.ts';

/** A chain or the journal may not have answered, too. */
const wasMissed = {
  code: 'MISSED',
  message: 'no worker could decide it while it was due',
} as const;

/** In a transaction. The lock on the rule's state lets one process in at a time. */
export async function beginOccurrence(
  session: SqlSession,
  draft: OccurrenceDraft,
): ReturnType<TreasuryStore['beginOccurrence']> {
  const { ruleId, version, at, missed, now } = draft;
  const [state] = await session.query<{
    version: number;
    paused_by: string | null;
    considered_until: number;
  }>(
    'select version, paused_by, considered_until from treasury_rule_state where id = $1 for update',
    [ruleId],
  );
  if (!state || state.version !== version) return 'changed';
  const first = missed?.first ?? now?.instant;
  if (first === undefined || first <= state.considered_until) return 'considered';
  if (now?.kind === 'act') {
    if (state.paused_by !== null) return 'changed';
    const open = await session.query(
      `select from treasury_occurrences where rule_id = $1 and state in ('acting', 'submitted')`,
      [ruleId],
    );
    if (open.length > 0) return 'changed';
  }
  if (missed) await insertMissed(session, { ruleId, version, at, missed });
  const isNew = !now || (await insertNow(session, { ruleId, version, at, now }));
  await session.query(
    `update treasury_rule_state set considered_until = $2, last_acted_at = coalesce($3, last_acted_at) where id = $1`,
    [
      ruleId,
      timestamp(now?.instant ?? missed?.last ?? at),
      isNew && now?.kind === 'act' ? timestamp(now.instant) : null,
    ],
  );
  if (isNew && now?.kind === 'skip')
    await raiseSkipped(session, { ruleId, instant: now.instant }, now.reason);
  return isNew ? 'begun' : 'considered';
}

/** Nothing is told of instants that have their row, from before a clock was put back. */
async function insertMissed(
  session: SqlSession,
  {
    ruleId,
    version,
    at,
    missed,
  }: Pick<OccurrenceDraft, 'ruleId' | 'version' | 'at'> & {
    missed: NonNullable<OccurrenceDraft['missed']>;
  },
): Promise<void> {
  const { first, last, count } = missed;
  const { code, message } = wasMissed;
  const inserted = await session.query(
    `insert into treasury_occurrences (rule_id, instant, version, state, code, message, missed_count, missed_from, begun_at, ended_at)
     values ($1, $2, $3, 'missed', $7, $8, $4, $5, $6, $6) on conflict do nothing returning rule_id`,
    [ruleId, timestamp(last), version, count, timestamp(first), timestamp(at), code, message],
  );
  if (inserted.length === 0) return;
  await raiseNotDone(session, { ruleId, instant: last }, { state: 'missed', ...wasMissed, count });
}

/** `false`: the instant has its row, from before a clock was put back. */
async function insertNow(
  session: SqlSession,
  {
    ruleId,
    version,
    at,
    now,
  }: Pick<OccurrenceDraft, 'ruleId' | 'version' | 'at'> & {
    now: NonNullable<OccurrenceDraft['now']>;
  },
): Promise<boolean> {
  const begun = timestamp(at);
  const text = (insert: string) =>
    `${insert} on conflict (rule_id, instant) do nothing returning rule_id`;
  const inserted =
    now.kind === 'skip'
      ? await session.query(
          text(`insert into treasury_occurrences (rule_id, instant, version, state, code, message, begun_at, ended_at)
            values ($1, $2, $3, 'skipped', $4, $5, $6, $6)`),
          [
            ruleId,
            timestamp(now.instant),
            version,
            now.reason.code,
            storableText(now.reason.message),
            begun,
          ],
        )
      : await session.query(
          text(`insert into treasury_occurrences (rule_id, instant, version, state, jobs, seal, begun_at)
            values ($1, $2, $3, 'acting', $4::json, $5, $6)`),
          [ruleId, timestamp(now.instant), version, encodeJson(now.jobs), now.seal, begun],
        );
  return inserted.length > 0;
}

interface OpenRow {
  rule_id: string;
  instant: number;
  version: number;
  state: OpenOccurrence['state'];
  jobs: readonly unknown[];
  seal: string;
  ends: readonly {
    state: SwapState;
    ended_as: SwapState | null;
    funds: FundsState;
    code: string | null;
    message: string | null;
  }[];
}

export async function openOccurrences(
  session: SqlSession,
  ruleId?: string,
): Promise<OpenOccurrence[]> {
  const rows = await session.query<OpenRow>(
    `select o.rule_id, o.instant, o.version, o.state, o.jobs, o.seal, coalesce((
       select json_agg(json_build_object('state', s.state, 'ended_as', s.ended_as, 'funds', s.funds_state,
         'code', s.reason_code, 'message', s.reason_message) order by array_position(o.swaps, s.id))
       from swaps s where s.id = any(o.swaps)), '[]') as ends
     from treasury_occurrences o where o.state in ('acting', 'submitted') and ($1::text is null or o.rule_id = $1)
     order by o.instant, o.rule_id`,
    [ruleId ?? null],
  );
  return rows.map(({ rule_id: ruleId, ends, ...row }) => ({
    ...row,
    ruleId,
    ends: ends.map(endOf),
  }));
}

/** Money whose whereabouts are not known counts as paid: the rule does not fail by it. */
function endOf({ state, ended_as, funds, code, message }: OpenRow['ends'][number]): SwapEnd {
  const end = ended_as ?? state;
  return {
    hasEnded: isEnd(end),
    isPaid: end === 'settled' || (funds !== 'untouched' && funds !== 'returned'),
    ...(code === null ? {} : { reason: `${code}: ${message ?? ''}` }),
  };
}

/** In a transaction. */
export async function recordSubmitted(
  session: SqlSession,
  { ruleId, instant }: OccurrenceName,
  swaps: readonly SwapId[],
  refusal?: { code: string; message: string },
): Promise<void> {
  const recorded = await session.query(
    `update treasury_occurrences set state = 'submitted', swaps = $3::uuid[], code = $4, message = $5
     where rule_id = $1 and instant = $2 and state = 'acting' returning rule_id`,
    [
      ruleId,
      timestamp(instant),
      swaps,
      refusal?.code ?? null,
      refusal ? storableText(refusal.message) : null,
    ],
  );
  if (refusal && recorded.length > 0)
    await raiseNotDone(session, { ruleId, instant }, { state: 'submitted', ...refusal });
}

/** In a transaction. */
export async function endOccurrence(
  session: SqlSession,
  { ruleId, instant, state, code, message, at, pauseAfterFailures }: OccurrenceEnd,
): ReturnType<TreasuryStore['endOccurrence']> {
  await session.query('select from treasury_rule_state where id = $1 for update', [ruleId]);
  const ended = await session.query(
    `update treasury_occurrences set state = $3, code = coalesce($4, code), message = coalesce($5, message), ended_at = $6
     where rule_id = $1 and instant = $2 and state in ('acting', 'submitted') returning rule_id`,
    [
      ruleId,
      timestamp(instant),
      state,
      code ?? null,
      message === undefined ? null : storableText(message),
      timestamp(at),
    ],
  );
  if (ended.length === 0) return { paused: false };
  if (state === 'done') {
    await session.query('update treasury_rule_state set failures = 0 where id = $1', [ruleId]);
    return { paused: false };
  }
  const why = { code: code ?? 'INTERNAL', message: message ?? state };
  await raiseNotDone(session, { ruleId, instant }, { state, ...why });
  const { failures } = onlyRow(
    await session.query<{ failures: number }>(
      'update treasury_rule_state set failures = failures + 1 where id = $1 returning failures',
      [ruleId],
    ),
  );
  if (failures < pauseAfterFailures) return { paused: false };
  const reason = storableText(
    `${failures} occurrences failed in a row; the last: ${message ?? state}`,
  );
  const [paused] = await session.query<{ version: number }>(
    `update treasury_rule_state set paused_by = 'Ferryman', paused_reason = $2, paused_at = $3, changed_at = clock_timestamp()
     where id = $1 and paused_by is null returning version`,
    [ruleId, reason, timestamp(at)],
  );
  if (!paused) return { paused: false };
  const { version } = paused;
  const data = { rule: ruleId, version, by: 'ferryman', reason };
  await raiseNotice(session, { type: 'rule_paused', data });
  return { paused: true };
}

interface OccurrenceRow {
  rule_id: string;
  instant: number;
  version: number;
  state: OccurrenceState;
  code: string | null;
  message: string | null;
  missed_count: number | null;
  missed_from: number | null;
  jobs: readonly unknown[] | null;
  swaps: readonly SwapId[];
  begun_at: number;
  ended_at: number | null;
}

export async function listOccurrences(
  session: SqlSession,
  { ruleId, state, isNewest, limit, before }: OccurrenceFilter,
): Promise<StoredOccurrence[]> {
  const rows = await session.query<OccurrenceRow>(
    `select rule_id, instant, version, state, code, message, missed_count, missed_from, jobs, to_json(swaps) as swaps, begun_at, ended_at
     from treasury_occurrences o
     where ($1::text is null or rule_id = $1) and ($2::text is null or state = $2)
       and ($3::timestamptz is null or instant < $3 or (instant = $3 and rule_id > $4::text))
       and (not $6::boolean or not exists (
         select from treasury_occurrences later where later.rule_id = o.rule_id and later.instant > o.instant))
     order by instant desc, rule_id limit $5::int`,
    [
      ruleId ?? null,
      state ?? null,
      before ? timestamp(before.instant) : null,
      before ? storableText(before.ruleId) : null,
      limit,
      isNewest ?? false,
    ],
  );
  return rows.map(occurrenceFromRow);
}

function occurrenceFromRow(row: OccurrenceRow): StoredOccurrence {
  const { rule_id: ruleId, instant, version, state, jobs, swaps, begun_at: begunAt } = row;
  const { code, message, missed_count: count, missed_from: from, ended_at: endedAt } = row;
  return {
    ...{ ruleId, instant, version, state, jobs: jobs ?? [], swaps, begunAt },
    ...(code === null ? {} : { code }),
    ...(message === null ? {} : { message }),
    ...(count === null || from === null ? {} : { missed: { count, from } }),
    ...(endedAt === null ? {} : { endedAt }),
  };
}
