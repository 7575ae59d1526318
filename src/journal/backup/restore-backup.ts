import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import type { SwitchChange } from '../../ports/stores/stop-store.ts';
import { lockFolder } from '../lock-folder.ts';
import { migrate } from '../migrate.ts';
import { setSwitch } from '../operations/set-switch.ts';
import { openPostgresClient } from '../postgres-client.ts';
import type { SqlClient } from '../sql-client.ts';
import { extractEmbedded } from './extract-embedded.ts';
import { factsOf } from './facts-of.ts';
import { markRestored } from './mark-restored.ts';
import { targetOf } from './postgres-tools.ts';
import { requireSame } from './require-same.ts';
import { runTool } from './run-tool.ts';
import { syncPath } from './sync-path.ts';
import { requireWhole } from './verify-backup.ts';

interface Restore {
  /** The backup's folder. */
  folder: string;
  /** Set in the restored journal before any process can open it. */
  stop?: SwitchChange;
}

/**
 * Puts an embedded journal in the place of the data folder's own, which is set aside and never
 * removed. Everything else in the data folder stays, above all the signing log. Throws
 * `FOLDER_IN_USE`, `BACKUP_DAMAGED`, `BACKUP_UNFIT`, `BACKUP_FAILED`.
 * @param now in milliseconds since the epoch
 * @returns where the journal was put that was there before
 */
export async function restoreEmbedded(
  { folder, stop }: Restore,
  dataFolder: string,
  now: number,
): Promise<{ backup: Backup; aside?: string }> {
  const backup = await requireFit(folder, 'embedded');
  const lock = await lockFolder(dataFolder);
  try {
    const journal = join(dataFolder, 'journal');
    const draft = join(dataFolder, 'journal.restored');
    await rm(draft, { recursive: true, force: true });
    await extractEmbedded(backup, draft, (client) => prepare(client, stop));
    const aside = join(
      dataFolder,
      `journal.before-${new Date(now).toISOString().replaceAll(':', '-')}`,
    );
    const isThere = await access(journal).then(
      () => true,
      () => false,
    );
    if (isThere) await rename(journal, aside);
    await rename(draft, journal);
    await syncPath(dataFolder);
    return { backup, ...(isThere ? { aside } : {}) };
  } finally {
    await lock.release();
  }
}

/**
 * Restores a dump into an empty database. Throws `BACKUP_DAMAGED`, `BACKUP_UNFIT`,
 * `BACKUP_FAILED`, `JOURNAL_UNAVAILABLE`.
 */
export async function restorePostgres(
  { folder, stop }: Restore,
  databaseUrl: string,
): Promise<{ backup: Backup }> {
  const backup = await requireFit(folder, 'postgres');
  const client = openPostgresClient({ url: databaseUrl, poolSize: 1 });
  try {
    await requireEmpty(client);
    const { url, environment } = targetOf(databaseUrl);
    const whole = ['--single-transaction', '--exit-on-error', '--no-owner'];
    const path = join(folder, backup.file);
    await runTool('pg_restore', [...whole, `--dbname=${url}`, path], environment);
    // The planner knows nothing of the new tables, and autovacuum needs a minute.
    await client.query('analyze');
    await requireSame(client, backup);
    await prepare(client, stop);
    return { backup };
  } finally {
    await client.close();
  }
}

async function requireFit(folder: string, form: Backup['form']): Promise<Backup> {
  const backup = await requireWhole(folder);
  if (backup.form === form) return backup;
  throw new FerrymanError(
    'BACKUP_UNFIT',
    form === 'embedded'
      ? `${folder} is of a journal on a Postgres server; set DATABASE_URL to an empty database`
      : `${folder} is of an embedded journal; without DATABASE_URL it is restored into the data folder`,
  );
}

/** A journal of a newer version is refused here, before it replaces one that opens. */
async function prepare(client: SqlClient, stop: SwitchChange | undefined): Promise<void> {
  await migrate(client);
  await markRestored(client, BigInt((await factsOf(client)).committed));
  if (stop) await setSwitch(client, stop);
}

async function requireEmpty(client: SqlClient): Promise<void> {
  const [table] = await client.query<{ name: string | null }>(
    `select min(table_name::text) as name from information_schema.tables
     where table_schema = current_schema()`,
  );
  if (table === undefined || table.name === null) return;
  throw new FerrymanError(
    'BACKUP_UNFIT',
    `the database has tables already, such as ${table.name}; restore into an empty one, so that no journal is overwritten`,
  );
}
