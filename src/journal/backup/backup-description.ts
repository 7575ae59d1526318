import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';

/** The file that describes a backup, beside the journal's file in the backup's folder. */
export const descriptionFile = 'backup.json';

export type BackupDescription = Omit<Backup, 'folder'>;

/** What only the journal itself says. */
export type BackupFacts = Pick<Backup, 'instanceId' | 'schema' | 'committed'>;

const description: z.ZodType<BackupDescription> = z.object({
  format: z.literal(1),
  form: z.enum(['embedded', 'postgres']),
  file: z.enum(['journal.tar.gz', 'journal.dump']),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  madeAt: z.string(),
  instanceId: z.uuid(),
  schema: z.int(),
  committed: z.string().regex(/^\d+$/),
});

/** Throws `BACKUP_DAMAGED` if the folder has no readable description. */
export async function readBackup(folder: string): Promise<Backup> {
  const path = join(folder, descriptionFile);
  try {
    return { ...description.parse(JSON.parse(await readFile(path, 'utf8'))), folder };
  } catch (cause) {
    throw new FerrymanError('BACKUP_DAMAGED', `${path} describes no backup of a journal`, {
      cause,
    });
  }
}
