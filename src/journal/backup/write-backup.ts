import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { syncPath } from '../../files/sync-path.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import { type BackupDescription, descriptionFile } from './backup-description.ts';
import { digestOf } from './digest-of.ts';

type Facts = Omit<BackupDescription, 'format' | 'bytes' | 'sha256' | 'madeAt'>;

/**
 * Makes a folder for a backup in `parent`. `write` writes the journal's file. After a crash the
 * whole backup is there under its name, or none. Throws `BACKUP_FAILED`.
 * @param now in milliseconds since the epoch
 */
export async function writeBackup(
  parent: string,
  facts: Facts,
  now: number,
  write: (path: string, scratch: string) => Promise<void>,
): Promise<Backup> {
  const madeAt = new Date(now).toISOString();
  // A name that sorts by time. Two that are made in one second differ in the rest.
  const name = `${madeAt.slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(2).toString('hex')}`;
  const [draft, scratch, folder] = [
    join(parent, `.${name}.partial`),
    join(parent, `.${name}.scratch`),
    join(parent, name),
  ];
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const path = join(draft, facts.file);
    await write(path, scratch);
    const described: BackupDescription = { format: 1, ...facts, ...(await digestOf(path)), madeAt };
    await writeFile(join(draft, descriptionFile), `${JSON.stringify(described, null, 2)}\n`, {
      mode: 0o600,
    });
    for (const written of [path, join(draft, descriptionFile), draft]) await syncPath(written);
    await rename(draft, folder);
    await syncPath(parent);
    return { ...described, folder };
  } catch (cause) {
    if (cause instanceof FerrymanError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new FerrymanError('BACKUP_FAILED', `no backup was made in ${parent}: ${message}`, {
      cause,
    });
  } finally {
    // What is left of a draft does no harm, and the error above counts.
    for (const left of [draft, scratch])
      await rm(left, { recursive: true, force: true }).catch(() => undefined);
  }
}
