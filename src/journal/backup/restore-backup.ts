import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { syncPath } from '../../files/sync-path.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import { lockFolder } from '../lock-folder.ts';
import { openPostgresClient } from '../postgres-client.ts';
import {
  fenceNumber,
  markUnfinished,
  putUpFence,
  unfinishedOnServer,
  unmarkUnfinished,
} from '../restore-fence.ts';
import type { SqlClient } from '../sql-client.ts';
import { extractEmbedded } from './extract-embedded.ts';
import { finishRestore, type RestoredKeys, type RestoreRequest } from './finish-restore.ts';
import { requireSame } from './require-same.ts';
import { restoreDump } from './restore-dump.ts';
import { requireWhole } from './verify-backup.ts';

interface Restore extends RestoreRequest {
  /** The backup's folder. */
  folder: string;
}

interface Restored extends RestoredKeys {
  backup: Backup;
}

/**
 * Puts an embedded journal in the place of the data folder's own, which is set aside and never
 * removed. Everything else in the data folder stays, above all the signing log. Throws
 * `FOLDER_IN_USE`, `BACKUP_DAMAGED`, `BACKUP_UNFIT`, `BACKUP_FAILED`. If it breaks off while it
 * replaces the journal, nothing opens the data folder's journal before it is done again.
 * @param now in milliseconds since the epoch
 * @returns where the journal was put that was there before
 */
export async function restoreEmbedded(
  { folder, ...request }: Restore,
  dataFolder: string,
  now: number,
): Promise<Restored & { aside?: string }> {
  const backup = await requireFit(folder, 'embedded');
  const lock = await lockFolder(dataFolder);
  try {
    const journal = join(dataFolder, 'journal');
    const draft = join(dataFolder, 'journal.restored');
    await rm(draft, { recursive: true, force: true });
    const keys = await extractEmbedded(backup, draft, (client) =>
      finishRestore(client, backup, request),
    );
    const aside = join(
      dataFolder,
      `journal.before-${new Date(now).toISOString().replaceAll(':', '-')}`,
    );
    const isThere = await access(journal).then(
      () => true,
      () => false,
    );
    // Without a journal a start would make an empty one, which pays again.
    await markUnfinished(dataFolder);
    if (isThere) await rename(journal, aside);
    await rename(draft, journal);
    await syncPath(dataFolder);
    await unmarkUnfinished(dataFolder);
    return { backup, ...keys, ...(isThere ? { aside } : {}) };
  } finally {
    await lock.release();
  }
}

/**
 * Restores a dump into an empty database. The data comes with a fence, so that no process opens the
 * journal before it knows that it has gone back. Throws `BACKUP_DAMAGED`, `BACKUP_UNFIT`,
 * `BACKUP_FAILED`, `JOURNAL_UNAVAILABLE`.
 */
export async function restorePostgres(
  { folder, ...request }: Restore,
  databaseUrl: string,
): Promise<Restored> {
  const backup = await requireFit(folder, 'postgres');
  const client = openPostgresClient({ url: databaseUrl, poolSize: 1 });
  try {
    await requireEmpty(client);
    await restoreDump(join(folder, backup.file), databaseUrl, putUpFence);
    // The planner knows nothing of the new tables, and autovacuum needs a minute.
    await client.query('analyze');
    await requireSame(client, backup);
    return { backup, ...(await finishRestore(client, backup, request)) };
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

async function requireEmpty(client: SqlClient): Promise<void> {
  const [table] = await client.query<{ name: string | null }>(
    `select min(table_name::text) as name from information_schema.tables
     where table_schema = current_schema()`,
  );
  if (table === undefined || table.name === null) return;
  if (await hasFence(client)) throw unfinishedOnServer();
  throw new FerrymanError(
    'BACKUP_UNFIT',
    `the database has tables already, such as ${table.name}; restore into an empty one, so that no journal is overwritten`,
  );
}

async function hasFence(client: SqlClient): Promise<boolean> {
  const [there] = await client.query(`select where to_regclass('migrations') is not null`);
  if (!there) return false;
  const [fence] = await client.query('select from migrations where number = $1', [fenceNumber]);
  return fence !== undefined;
}
