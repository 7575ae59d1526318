import type { ArchiveReport, ArchiveRequest } from '../../ports/stores/retention-store.ts';
import type { SqlClient } from '../sql-client.ts';
import { isArchivable } from './is-archivable.ts';
import { writeArchive } from './write-archive.ts';

interface ArchivableRow {
  id: string;
  /** One line of the archive. */
  line: string;
}

const find = `
  select o.id, json_build_object('swapId', s.id, 'orderId', o.id, 'quoteId', o.quote_id, 'provider', o.provider,
      'quotedAt', o.quoted_at, 'quote', o.quote_raw, 'swapData', o.swap_raw)::text as line
  from swaps s join orders o on o.swap_id = s.id
  where o.archive is null and ${isArchivable(1)}
  order by s.position limit $2`;

/**
 * The journal may have changed since the file was begun: what is needed again by then stays. It
 * locks the swaps in the order of their ids, as every operation does.
 */
const remove = `
  with gone as (
    select o.id, pg_column_size(o.quote_raw) + coalesce(pg_column_size(o.swap_raw), 0) as bytes
    from orders o join swaps s on s.id = o.swap_id
    where o.id = any($2::uuid[]) and o.archive is null and ${isArchivable(1)}
    order by s.id for no key update of s
  ), removed as (
    update orders o set quote_raw = null, swap_raw = null, archive = $3 from gone where o.id = gone.id returning gone.bytes
  )
  select count(*)::int as orders, coalesce(sum(bytes), 0)::float8 as bytes from removed`;

/** One file and one transaction a call, so that no statement is long. */
export async function archivePayloads(
  client: SqlClient,
  { folder, unchangedFor, limit, now }: ArchiveRequest,
): Promise<ArchiveReport> {
  const rows = await client.query<ArchivableRow>(find, [unchangedFor, limit]);
  if (rows.length === 0) return { orders: 0, removedBytes: 0, archivedBytes: 0 };
  const archive = await writeArchive(
    folder,
    rows.map(({ line }) => line),
    now,
  );
  const [removed] = await client.transaction(async (session) => {
    await session.query(
      'insert into archives (name, sha256, bytes, orders) values ($1, $2, $3, $4)',
      [archive.name, archive.sha256, archive.bytes, rows.length],
    );
    return session.query<{ orders: number; bytes: number }>(remove, [
      unchangedFor,
      rows.map(({ id }) => id),
      archive.name,
    ]);
  });
  return {
    orders: removed?.orders ?? 0,
    removedBytes: removed?.bytes ?? 0,
    archivedBytes: archive.bytes,
  };
}
