import type { BulkAction, BulkItem } from '../../core/operator/bulk-action.ts';
import type { BulkSubject } from '../../core/operator/judge-bulk.ts';
import type { Successor } from '../../core/operator/successor.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { bulkConflict } from '../../errors/idempotency-conflict.ts';
import type {
  BulkChange,
  BulkDraft,
  BulkItemPage,
  StoredBulk,
} from '../../ports/stores/bulk-store.ts';
import {
  type BulkItemRow,
  type BulkRow,
  bulkColumns,
  bulkFromRow,
  bulkItemColumns,
  bulkItemFromRow,
} from '../bulk/bulk-row.ts';
import { encodeJson, storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { type SnapshotRow, snapshotColumns, snapshotJoins } from '../rows/snapshot-row.ts';
import { selectSuccessor } from '../rows/successor-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { wholeSnapshot } from './snapshot.ts';

/** Swaps of an action that one statement stores. */
const chunk = 5_000;

const insert = `insert into bulk_actions (id, idem_key, body_hash, action, filter, reason, per_minute, key_id, state, total, seal)
  values ($1, $2, $3, $4, $5::json, $6, $7, $8, case when $9::int = 0 then 'finished' else 'running' end, $9, $10::jsonb)
  on conflict on constraint bulk_actions_idem_key_unique do nothing returning ${bulkColumns}`;

const insertItems = `insert into bulk_items (bulk_id, seq, swap_id)
  select $1::uuid, $2::int + item.number::int, item.id
  from unnest($3::uuid[]) with ordinality item(id, number)`;

/** In a transaction: an action is there with all its swaps, or it is not there. */
export async function createBulkAction(session: SqlSession, draft: BulkDraft): Promise<BulkAction> {
  const { id, idempotencyKey, bodyHash, swaps, keyId } = draft;
  const [row] = await session.query<BulkRow>(insert, [
    id,
    storableText(idempotencyKey),
    bodyHash,
    draft.action,
    encodeJson(draft.filter),
    storableText(draft.reason),
    draft.perMinute,
    keyId,
    swaps.length,
    draft.seal ? encodeJson(draft.seal) : null,
  ]);
  if (!row) {
    const stored = await findBulkByKey(session, keyId, idempotencyKey);
    if (!stored) throw new FerrymanError('INTERNAL', 'the journal has lost a bulk action');
    if (stored.bodyHash !== bodyHash) throw bulkConflict(stored.action.id);
    return stored.action;
  }
  for (let from = 0; from < swaps.length; from += chunk)
    await session.query(insertItems, [id, from, swaps.slice(from, from + chunk)]);
  return bulkFromRow(row);
}

export async function findBulkByKey(
  session: SqlSession,
  keyId: string,
  idempotencyKey: string,
): Promise<StoredBulk | undefined> {
  const [row] = await session.query<BulkRow & { body_hash: string }>(
    `select ${bulkColumns}, body_hash from bulk_actions where key_id = $1 and idem_key = $2`,
    [keyId, storableText(idempotencyKey)],
  );
  if (!row) return undefined;
  const { body_hash: bodyHash, ...action } = row;
  return { action: bulkFromRow(action), bodyHash };
}

export async function findBulkAction(
  session: SqlSession,
  id: string,
): Promise<BulkAction | undefined> {
  const [row] = await session.query<BulkRow>(
    `select ${bulkColumns} from bulk_actions where id = $1`,
    [id],
  );
  return row && bulkFromRow(row);
}

export async function listBulkActions(
  session: SqlSession,
  { limit, before }: { limit: number; before?: string },
): Promise<BulkAction[]> {
  const rows = await session.query<BulkRow>(
    `select ${bulkColumns} from bulk_actions
     where $1::uuid is null or position < (select position from bulk_actions where id = $1)
     order by position desc limit $2`,
    [before ?? null, limit],
  );
  return rows.map(bulkFromRow);
}

export async function bulkSwaps(session: SqlSession, id: string): Promise<SwapId[]> {
  const rows = await session.query<{ swap_id: SwapId }>(
    'select swap_id from bulk_items where bulk_id = $1 order by seq',
    [id],
  );
  return rows.map((row) => row.swap_id);
}

export async function bulkItems(
  session: SqlSession,
  id: string,
  { outcome, limit, after = 0 }: BulkItemPage,
): Promise<BulkItem[]> {
  const rows = await session.query<BulkItemRow>(
    `select ${bulkItemColumns} from bulk_items
     where bulk_id = $1 and seq > $2::int and ($3::text is null or coalesce(outcome, 'open') = $3)
     order by seq limit $4`,
    [id, after, outcome ?? null, limit],
  );
  return rows.map(bulkItemFromRow);
}

/** A paused action starts again at its rate, never with what it did not do meanwhile. */
export async function changeBulkAction(
  session: SqlSession,
  id: string,
  { to, reason }: BulkChange,
): Promise<BulkAction | undefined> {
  const [row] = await session.query<BulkRow>(
    `update bulk_actions set state = $2, state_reason = $3, updated_at = now()
     where id = $1 and state in ('running', 'paused') returning ${bulkColumns}`,
    [id, to, storableText(reason)],
  );
  return row ? bulkFromRow(row) : findBulkAction(session, id);
}

const readSubjects = `select ${snapshotColumns},
    (${selectSuccessor('s.id')}) as successor
  from unnest($1::uuid[]) wanted(id) join swaps s on s.id = wanted.id ${snapshotJoins}`;

export async function bulkSubjects(
  session: SqlSession,
  ids: readonly SwapId[],
): Promise<BulkSubject[]> {
  const rows = await session.query<SnapshotRow & { successor: Successor | null }>(readSubjects, [
    ids,
  ]);
  const subjects: BulkSubject[] = [];
  for (const { successor, ...row } of rows) {
    const snapshot = await wholeSnapshot(session, row);
    if (snapshot) subjects.push({ snapshot, ...(successor === null ? {} : { successor }) });
  }
  return subjects;
}

/** The only subject of an id. */
export async function bulkSubject(session: SqlSession, id: SwapId): Promise<BulkSubject> {
  return onlyRow(await bulkSubjects(session, [id]));
}
