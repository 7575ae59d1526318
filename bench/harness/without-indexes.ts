import type { Sql } from './sql.ts';

/**
 * Inserts into tables without index updates, and rebuilds the indexes afterwards with Postgres'
 * repair of incomplete indexes.
 */
export async function withoutIndexes(
  sql: Sql,
  tables: Iterable<string>,
  insert: () => Promise<void>,
): Promise<void> {
  const names = [...tables];
  await sql(`set maintenance_work_mem = '256MB'`);
  await sql('update pg_index set indisready = false where indrelid = any($1::text[]::regclass[])', [
    names,
  ]);
  await insert();
  for (const table of names) await sql(`reindex table ${table}`);
}
