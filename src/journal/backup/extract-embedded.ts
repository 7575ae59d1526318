import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import { openPgliteClient } from '../pglite-client.ts';
import type { SqlClient } from '../sql-client.ts';
import { requireSame } from './require-same.ts';
import { runTool } from './run-tool.ts';

/**
 * Extracts an embedded journal to a new folder, opens it there, and checks that it is the one that
 * was backed up. Throws `BACKUP_DAMAGED`, `BACKUP_FAILED`.
 * @param whileOpen called with the extracted journal
 */
export async function extractEmbedded<Result>(
  backup: Backup,
  folder: string,
  whileOpen: (client: SqlClient) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const archive = join(backup.folder, backup.file);
  await runTool('tar', ['--extract', '--gzip', '--file', archive, '--directory', folder]);
  const client = await openPgliteClient(folder).catch((cause: unknown) => {
    throw new FerrymanError('BACKUP_DAMAGED', `the journal in ${archive} does not open`, { cause });
  });
  try {
    await requireSame(client, backup);
    return await whileOpen(client);
  } finally {
    await client.close();
  }
}
