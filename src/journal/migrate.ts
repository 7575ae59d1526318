import { FerrymanError } from '../errors/ferryman-error.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import type { Migration } from './migrations/migration.ts';
import { onlyRow } from './only-row.ts';
import { fenceNumber, unfinishedOnServer } from './restore-fence.ts';
import type { SqlClient, SqlSession } from './sql-client.ts';

/**
 * Any constant. Processes that start together take this lock, so they migrate one after the other.
 */
const migrationLock = 7_291_004_117n;

/**
 * Brings the schema up to date, one transaction per migration; safe if several processes start at
 * once. A role that may not create tables can open an up-to-date journal. Throws `SCHEMA_TOO_NEW`
 * if the schema is newer than this program, and `RESTORE_UNFINISHED`.
 */
export async function migrate(
  client: SqlClient,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  const { applied, isFenced } = await schemaOf(client);
  if (isFenced) throw unfinishedOnServer();
  await applyMissing(client, applied, migrations);
}

/** As `migrate`, of a journal that is being restored. Throws `SCHEMA_TOO_NEW`. */
export async function migrateRestored(client: SqlClient): Promise<void> {
  await applyMissing(client, (await schemaOf(client)).applied, allMigrations);
}

async function applyMissing(
  client: SqlClient,
  applied: number,
  migrations: readonly Migration[],
): Promise<void> {
  const newest = migrations.at(-1)?.number ?? 0;
  if (applied > newest) {
    throw new FerrymanError(
      'SCHEMA_TOO_NEW',
      `the journal has schema ${applied}, but this version of Ferryman supports schemas up to ${newest}; run a newer version`,
    );
  }
  for (const migration of migrations.filter(({ number }) => number > applied)) {
    await client.transaction((session) => apply(session, migration));
  }
}

/**
 * The migrations that opening the journal with this program would apply. Changes nothing. Throws
 * `RESTORE_UNFINISHED`.
 */
export async function pendingMigrations(
  session: SqlSession,
  migrations: readonly Migration[] = allMigrations,
): Promise<{ schema: number; pending: readonly Migration[] }> {
  const { applied: schema, isFenced } = await schemaOf(session);
  if (isFenced) throw unfinishedOnServer();
  return { schema, pending: migrations.filter(({ number }) => number > schema) };
}

async function apply(session: SqlSession, migration: Migration): Promise<void> {
  await session.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  const { applied } = await schemaOf(session);
  if (applied >= migration.number) return;
  if (applied === 0) {
    await session.query(`create table if not exists migrations (
      number int primary key,
      name text not null,
      applied_at timestamptz not null default now()
    )`);
  }
  for (const statement of migration.statements) await session.query(statement);
  await session.query('insert into migrations (number, name) values ($1, $2)', [
    migration.number,
    migration.name,
  ]);
}

interface Schema {
  /** The number of the newest migration. */
  applied: number;
  /** A restore did not end. */
  isFenced: boolean;
}

async function schemaOf(session: SqlSession): Promise<Schema> {
  const [table] = await session.query<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  );
  if (!table?.there) return { applied: 0, isFenced: false };
  return onlyRow(
    await session.query<Schema>(
      `select coalesce(max(number) filter (where number < ${fenceNumber}), 0) as applied,
         coalesce(bool_or(number = ${fenceNumber}), false) as "isFenced" from migrations`,
    ),
  );
}
