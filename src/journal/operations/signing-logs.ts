import type { SigningLogIdentity } from '../../ports/signing-log.ts';
import type { ReadLog } from '../../ports/stores/recovery-store.ts';
import { storableText } from '../json.ts';
import { knownBefore } from '../recovery/is-recovering.ts';
import type { SqlSession } from '../sql-client.ts';

/** A new log has no entries, so it counts as read. */
export async function registerLog(
  session: SqlSession,
  { id, host }: SigningLogIdentity,
): Promise<void> {
  await session.query(
    `insert into signing_logs (id, host, read_epoch) select $1, $2, epoch from journal_instance on conflict (id) do nothing`,
    [id, storableText(host)],
  );
}

/**
 * A retired log that is back counts again if it is whole. One that is not whole and was not retired
 * stays unread, because the entries that it dropped are unknown.
 */
const markRead = `
  with read as (select $4 <= ${knownBefore} as is_whole)
  insert into signing_logs as log (id, host, read_epoch) select $1::uuid, $2, case when is_whole then $3::bigint else -1 end from read
  on conflict (id) do update
  set host = excluded.host,
    read_epoch = case when (select is_whole from read) or log.retired_at is not null then greatest(log.read_epoch, $3) else log.read_epoch end,
    retired_at = case when (select is_whole from read) then null else log.retired_at end`;

export async function markLogRead(
  session: SqlSession,
  { id, host, epoch, droppedUpTo = 0n }: ReadLog,
): Promise<void> {
  await session.query(markRead, [id, storableText(host), epoch, droppedUpTo]);
}
