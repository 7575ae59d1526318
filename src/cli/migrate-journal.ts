import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { lockFolder } from '../journal/lock-folder.ts';
import { migrate, pendingMigrations } from '../journal/migrate.ts';
import { recordAct } from '../journal/operations/audit-log.ts';
import { openPgliteClient } from '../journal/pglite-client.ts';
import { openPostgresClient } from '../journal/postgres-client.ts';
import { requireRestored } from '../journal/restore-fence.ts';
import type { SqlClient } from '../journal/sql-client.ts';

export interface MigrationReport {
  /** The number of the newest migration before. */
  schema: number;
  pending: { number: number; name: string }[];
  applied: boolean;
}

/**
 * Applies the missing migrations, or lists them. Throws `SCHEMA_TOO_NEW`, `JOURNAL_UNAVAILABLE`,
 * and `FOLDER_IN_USE` if an embedded service runs.
 */
export async function migrateJournal(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  { applies }: { applies: boolean },
): Promise<MigrationReport> {
  if (databaseUrl !== undefined)
    return migrateWith(openPostgresClient({ url: databaseUrl, poolSize: 2 }), applies);
  const lock = await lockFolder(dataFolder);
  try {
    await requireRestored(dataFolder);
    const client = await openPgliteClient(join(dataFolder, 'journal'), lock.lost);
    return await migrateWith(client, applies);
  } finally {
    await lock.release();
  }
}

async function migrateWith(client: SqlClient, applies: boolean): Promise<MigrationReport> {
  try {
    const { schema, pending } = await pendingMigrations(client);
    if (applies) await migrate(client);
    // Only a schema that is up to date is sure to have an audit log.
    if (applies && pending.length > 0)
      await client.transaction((session) =>
        recordAct(session, {
          ...{ actor: `operator ${userInfo().username}`, action: 'migrateJournal' },
          ...{ subject: 'journal', data: { from: schema, to: pending.at(-1)?.number } },
        }),
      );
    return {
      schema,
      pending: pending.map(({ number, name }) => ({ number, name })),
      applied: applies,
    };
  } finally {
    await client.close();
  }
}
