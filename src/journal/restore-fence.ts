import { access, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { syncPath } from '../files/sync-path.ts';

/**
 * Stands in `migrations` as long as a restore into a database is not complete. It is above every
 * number of a migration, so that earlier versions refuse the journal too, as one too new.
 */
export const fenceNumber = 2_147_483_647;

/** SQL that puts the fence up. It fits every schema that Ferryman has had. */
export const putUpFence = `insert into migrations (number, name) values (${fenceNumber}, 'a restore is not complete') on conflict do nothing`;

export const takeDownFence = `delete from migrations where number = ${fenceNumber}`;

/** Of a journal on a server. */
export function unfinishedOnServer(): FerrymanError {
  return new FerrymanError(
    'RESTORE_UNFINISHED',
    'a restore into this database did not end, and the journal may not know yet that it has gone back; make an empty database, and run `ferryman backup restore` again with its URL in DATABASE_URL',
  );
}

const markerOf = (dataFolder: string): string => join(dataFolder, 'restore-unfinished');

/** While the marker is there, no process opens the journal of the data folder, or makes one. */
export async function markUnfinished(dataFolder: string): Promise<void> {
  const marker = markerOf(dataFolder);
  await writeFile(marker, 'ferryman backup restore is at work, or did not end.\n', { mode: 0o600 });
  for (const written of [marker, dirname(marker)]) await syncPath(written);
}

export async function unmarkUnfinished(dataFolder: string): Promise<void> {
  await rm(markerOf(dataFolder), { force: true });
  await syncPath(dataFolder);
}

/** Throws `RESTORE_UNFINISHED`. The caller has the folder's lock. */
export async function requireRestored(dataFolder: string): Promise<void> {
  const isMarked = await access(markerOf(dataFolder)).then(
    () => true,
    () => false,
  );
  if (!isMarked) return;
  throw new FerrymanError(
    'RESTORE_UNFINISHED',
    `a restore into ${dataFolder} did not end; run \`ferryman backup restore\` again, with the same backup`,
  );
}
