/** What each table of a journal contains, as a text to compare. */
export type TableSums = ReadonlyMap<string, string>;

/** A function of Postgres takes a hundred arguments, two for each table. */
const atOnce = 50;

/**
 * Reads the sums of all tables. As long as no transaction has written, the journal need not be read
 * again.
 */
export async function watchJournal(
  raw: (sql: string) => Promise<unknown[]>,
): Promise<() => Promise<TableSums>> {
  const read = async (sql: string): Promise<unknown> => {
    const [row] = (await raw(sql)) as { value: unknown }[];
    return row?.value;
  };
  const tables = (await raw(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname",
  )) as { name: string }[];
  const sums = tables.map(
    ({ name }) =>
      `'${name}', (select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from ${name} t)`,
  );
  let last = { transaction: '', sums: new Map<string, string>() };
  return async () => {
    const transaction = String(
      await read('select pg_snapshot_xmax(pg_current_snapshot())::text as value'),
    );
    if (transaction !== last.transaction) {
      const parts: string[] = [];
      for (let from = 0; from < sums.length; from += atOnce)
        parts.push(`jsonb_build_object(${sums.slice(from, from + atOnce).join(', ')})`);
      const found = await read(`select ${parts.join(' || ')} as value`);
      last = { transaction, sums: new Map(Object.entries(found as Record<string, string>)) };
    }
    return last.sums;
  };
}

/** The tables that differ. */
export function changedTables(before: TableSums, after: TableSums): string[] {
  if (before === after) return [];
  return [...after.keys()].filter((table) => before.get(table) !== after.get(table));
}
