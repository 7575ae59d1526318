import { assertNever } from '../../core/assert-never.ts';
import type { BulkKind, BulkOutcome } from '../../core/operator/bulk-action.ts';
import type { BulkSeal } from '../../core/operator/bulk-seal.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Reason } from '../../core/swap/swap.ts';
import type {
  BulkItemRequest,
  BulkItemResult,
  BulkTurn,
  NextBulkItem,
} from '../../ports/stores/bulk-store.ts';
import { storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { lockSwap } from '../writes/lock-swap.ts';
import { recordAct } from './audit-log.ts';
import { bulkSubject } from './bulk-actions.ts';
import { cancel } from './cancel.ts';
import { retry } from './retry.ts';

/** Without a turn, all but `next_in` is null; with one whose items are all done, `seq` is. */
interface NextRow {
  next_in: number | null;
  bulk_id: string | null;
  action: BulkKind | null;
  filter: Record<string, string> | null;
  reason: string | null;
  per_minute: number | null;
  key_id: string | null;
  created_at: number | null;
  seal: BulkSeal | null;
  seq: number | null;
  swap_id: SwapId | null;
}

/** The lock is renewed with each item; another process takes over when it has run out. */
const next = `with due as (
    update bulk_actions set locked_by = $1, locked_until = now() + $2::float8 * interval '1 millisecond'
    where id = (
      select id from bulk_actions
      where state = 'running' and next_at <= now() and (locked_until is null or locked_until <= now() or locked_by = $1)
      order by next_at, position limit 1 for no key update skip locked)
    returning id, action, filter, reason, per_minute, key_id, created_at, seal
  )
  select due.id as bulk_id, due.action, due.filter, due.reason, due.per_minute, due.key_id, due.created_at, due.seal, item.seq, item.swap_id,
    (select extract(epoch from min(case when locked_by = $1 or locked_until is null then next_at
       else greatest(next_at, locked_until) end) - now())::float8 * 1000
     from bulk_actions where state = 'running') as next_in
  from (values (1)) one left join due on true left join lateral (
    select seq, swap_id from bulk_items where bulk_id = due.id and outcome is null order by seq limit 1) item on true`;

const finish = `update bulk_actions set state = 'finished', locked_by = null, locked_until = null, updated_at = now()
  where id = $1 and state = 'running' and not exists (select from bulk_items where bulk_id = $1 and outcome is null)`;

export async function nextBulkItem(
  session: SqlSession,
  holder: string,
  ttl: number,
): Promise<NextBulkItem> {
  for (;;) {
    const [row] = await session.query<NextRow>(next, [holder, ttl]);
    if (!row || row.bulk_id === null)
      return row?.next_in == null ? {} : { nextIn: Math.max(0, row.next_in) };
    if (row.seq !== null) return { turn: { ...turnFrom(row), holder } };
    await session.query(finish, [row.bulk_id]);
  }
}

/** An item belongs to an action, so none of the columns but the seal is null. */
function turnFrom({ seal, ...row }: NextRow): Omit<BulkTurn, 'holder'> {
  const { action, filter, reason, seq, ...ids } = row as Complete<typeof row>;
  const { bulk_id: bulkId, key_id: keyId, created_at: createdAt, swap_id: swapId } = ids;
  const { per_minute: perMinute } = ids;
  const turn = { bulkId, seq, swapId, action, filter, reason, perMinute, keyId, createdAt };
  return { ...turn, ...(seal === null ? {} : { seal }) };
}

type Complete<Row> = { [Column in keyof Row]: NonNullable<Row[Column]> };

/** In a transaction. The action's row is locked first: a pause or an abort waits for the item. */
export async function doBulkItem(
  session: SqlSession,
  request: BulkItemRequest,
): Promise<BulkItemResult> {
  const { turn, judge } = request;
  if (!(await isOurs(session, turn))) return { kind: 'not_running' };
  await lockSwap(session, turn.swapId);
  const { skip } = judge(await bulkSubject(session, turn.swapId));
  if (skip) return skipItem(session, turn, skip);
  const { refusal, ...result } = await carryOut(session, request);
  if (refusal) return skipItem(session, turn, refusal);
  const { as: retriedAs } = result;
  await recordItem(session, turn, '', retriedAs === undefined ? {} : { as: retriedAs });
  await decide(session, turn, { outcome: 'done', ...result });
  const { version, as = turn.swapId } = result;
  return { kind: 'done', swapId: as, ...(version === undefined ? {} : { version }) };
}

/** As the audit log names single acts. */
const acts: Readonly<Record<BulkKind, string>> = { retry: 'retrySwap', cancel: 'cancelSwap' };

async function recordItem(
  session: SqlSession,
  { keyId, action, swapId, bulkId, reason }: BulkTurn,
  suffix: '' | '.refused',
  data: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAct(session, {
    actor: `API key ${keyId}`,
    action: `${acts[action]}${suffix}`,
    subject: `swap ${swapId}`,
    reason,
    data: { bulkAction: bulkId, ...data },
  });
}

interface CarriedOut {
  refusal?: Reason;
  as?: SwapId;
  decided?: boolean;
  version?: number;
}

async function carryOut(
  session: SqlSession,
  { turn: { action, swapId, keyId }, maxGenerations, now, seal, mayEnd }: BulkItemRequest,
): Promise<CarriedOut> {
  switch (action) {
    case 'retry': {
      const result = await retry(session, {
        swapId,
        maxGenerations,
        now,
        by: `API key ${keyId}`,
        ...(seal ? { seal } : {}),
      });
      if (result.kind === 'refused') return { refusal: result.refusal };
      return { as: result.swapId, version: result.version };
    }
    case 'cancel': {
      const result = await cancel(session, swapId, { mayEnd });
      if (result.kind === 'refused') return { refusal: result.refusal };
      if (result.kind === 'cancelled') return { decided: true };
      return { decided: false, version: result.version };
    }
    default:
      return assertNever(action, 'bulk action');
  }
}

export async function failBulkItem(
  session: SqlSession,
  turn: BulkTurn,
  { code, message }: Reason,
): Promise<void> {
  if (!(await isOurs(session, turn))) return;
  await recordItem(session, turn, '.refused', { code, detail: message });
  await decide(session, turn, { outcome: 'failed', code, message });
}

/** Locks the action, if it runs and this process has it. */
async function isOurs(session: SqlSession, { bulkId, holder, seq }: BulkTurn): Promise<boolean> {
  const [ours] = await session.query(
    `select id from bulk_actions where id = $1 and state = 'running' and locked_by = $2
       and exists (select from bulk_items where bulk_id = $1 and seq = $3 and outcome is null)
     for no key update`,
    [bulkId, holder, seq],
  );
  return ours !== undefined;
}

async function skipItem(
  session: SqlSession,
  turn: BulkTurn,
  { code, message }: Reason,
): Promise<BulkItemResult> {
  await decide(session, turn, { outcome: 'skipped', code, message });
  return { kind: 'skipped', code };
}

interface Decided extends Omit<CarriedOut, 'refusal'>, Partial<Reason> {
  outcome: BulkOutcome;
}

/**
 * Stores the result and counts it. Only an act takes its part of the minute; a skipped swap takes
 * ten milliseconds, so that many in a row leave the journal to others.
 */
async function decide(session: SqlSession, { bulkId, seq }: BulkTurn, item: Decided) {
  const { outcome, code = null, message, as = null, decided = null } = item;
  await session.query(
    `with item as (
       update bulk_items set outcome = $3::text, code = $4, message = $5, as_swap = $6, decided = $7, at = now()
       where bulk_id = $1 and seq = $2 and outcome is null returning outcome
     )
     update bulk_actions set
       done = done + (item.outcome = 'done')::int, skipped = skipped + (item.outcome = 'skipped')::int,
       failed = failed + (item.outcome = 'failed')::int, updated_at = now(),
       state = case when done + skipped + failed + 1 = total then 'finished' else state end,
       next_at = now() + case when item.outcome = 'skipped' then interval '10 milliseconds' else interval '1 minute' / per_minute end
     from item where id = $1`,
    [
      bulkId,
      seq,
      outcome,
      code,
      message === undefined ? null : storableText(message).slice(0, 2_000),
      as,
      decided,
    ],
  );
}
