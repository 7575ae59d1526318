import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { allMigrations } from '../src/journal/migrations/all-migrations.ts';

/** Path of the schema, from the project root. */
export const schemaPath = 'src/journal/schema.sql';

const comment = `-- The journal's schema, as all migrations leave it: to read, never to run.
-- Made from src/journal/migrations by scripts/write-schema.ts; what is changed here is lost.
`;

interface Table {
  name: string;
  columns: readonly string[];
  constraints: readonly string[];
  indexes: readonly string[];
  triggers: readonly string[];
}

/**
 * Renders the schema as SQL from the embedded engine, whose version is pinned. Other versions spell
 * some parts differently.
 */
export async function renderSchema(): Promise<string> {
  const pglite = await PGlite.create();
  try {
    for (const { statements } of allMigrations)
      for (const statement of statements) await pglite.exec(statement);
    const tables = await pglite.query<Table>(selectTables);
    const functions = await pglite.query<{ text: string }>(selectFunctions);
    return [
      comment,
      ...tables.rows.map(renderTable),
      ...functions.rows.map(({ text }) => `${text.trimEnd()};\n`),
    ].join('\n');
  } finally {
    await pglite.close();
  }
}

function renderTable({ name, columns, constraints, indexes, triggers }: Table): string {
  const members = [...columns, ...constraints].map((member) => `  ${member}`);
  return [
    `create table ${name} (\n${members.join(',\n')}\n);`,
    ...[...indexes, ...triggers].map((text) => `${text};`),
    '',
  ].join('\n');
}

/**
 * Columns by position, the rest by name, because the catalogue has no defined order (PostgreSQL,
 * "System Catalogs").
 */
const selectTables = `
  select c.relname as name,
    array(
      select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attidentity <> '' then ' generated always as identity' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        || case when a.attnotnull then ' not null' else '' end
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
    ) as columns,
    array(
      select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')
      order by array_position(array['p', 'u', 'f', 'c', 'x'], contype::text), conname
    ) as constraints,
    array(
      select replace(pg_get_indexdef(i.indexrelid), ' ON public.', ' ON ') from pg_index i join pg_class own on own.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = c.oid)
      order by own.relname
    ) as indexes,
    array(
      select replace(pg_get_triggerdef(oid), ' ON public.', ' ON ') from pg_trigger
      where tgrelid = c.oid and not tgisinternal order by tgname
    ) as triggers
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by c.relname`;

const selectFunctions = `
  select replace(pg_get_functiondef(p.oid), ' FUNCTION public.', ' FUNCTION ') as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' order by p.proname, p.oid`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(schemaPath, await renderSchema());
}
