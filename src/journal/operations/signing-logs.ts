import type { SigningLog } from '../../ports/ledger.ts';
import { storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';

/** A log that shows nothing yet needs no reading. */
export async function registerLog(session: SqlSession, { id, host }: SigningLog): Promise<void> {
  await session.query(
    `insert into signing_logs (id, host, read_epoch) select $1, $2, epoch from journal_instance on conflict (id) do nothing`,
    [id, storableText(host)],
  );
}

/** One that a person had given up is there again. */
export async function markLogRead(session: SqlSession, { id, host }: SigningLog, epoch: bigint): Promise<void> {
  await session.query(
    `insert into signing_logs as log (id, host, read_epoch) values ($1, $2, $3)
     on conflict (id) do update
     set read_epoch = greatest(log.read_epoch, excluded.read_epoch), host = excluded.host, retired_at = null`,
    [id, storableText(host), epoch],
  );
}
