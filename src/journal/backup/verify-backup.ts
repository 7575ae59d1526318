import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import { readBackup } from './backup-description.ts';
import { digestOf } from './digest-of.ts';
import { extractEmbedded } from './extract-embedded.ts';
import { runTool } from './run-tool.ts';

/**
 * Checks that a backup is whole: its file is the one that was written. Throws `BACKUP_DAMAGED`,
 * `BACKUP_FAILED`.
 */
export async function requireWhole(folder: string): Promise<Backup> {
  const backup = await readBackup(folder);
  const path = join(folder, backup.file);
  const { sha256 } = await digestOf(path).catch((cause: unknown) => {
    throw new FerrymanError('BACKUP_DAMAGED', `${path} cannot be read`, { cause });
  });
  if (sha256 === backup.sha256) return backup;
  throw new FerrymanError(
    'BACKUP_DAMAGED',
    `${path} has the SHA-256 ${sha256}, and its description says ${backup.sha256}`,
  );
}

/**
 * Checks that a backup is whole, and reads all of it as a restore does: an embedded journal is
 * opened in `scratch`, a dump is read to its end. Throws `BACKUP_DAMAGED`, `BACKUP_FAILED`.
 */
export async function verifyBackup(folder: string, scratch: string): Promise<Backup> {
  const backup = await requireWhole(folder);
  if (backup.form === 'postgres') {
    await runTool('pg_restore', ['--file=/dev/null', join(folder, backup.file)]);
    return backup;
  }
  try {
    await extractEmbedded(backup, scratch, async () => undefined);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return backup;
}
