import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import type { SqlClient } from '../sql-client.ts';
import { factsOf } from './facts-of.ts';
import { runTool } from './run-tool.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Backs up an embedded journal that is open in this process. Statements wait while the engine's
 * files are copied, and go on while the copy is compressed. Throws `BACKUP_FAILED`, and
 * `BACKUP_UNFIT` for a journal on a server.
 */
export async function backUpEmbedded(
  client: SqlClient,
  parent: string,
  now: number,
): Promise<Backup> {
  const copyFiles = client.copyFiles?.bind(client);
  if (!copyFiles)
    throw new FerrymanError(
      'BACKUP_UNFIT',
      'the journal is on a Postgres server: run `ferryman backup create` with DATABASE_URL, or use the server’s own means',
    );
  const facts = await factsOf(client);
  return writeBackup(
    parent,
    { form: 'embedded', file: 'journal.tar.gz', ...facts },
    now,
    async (path, scratch) => {
      await copyFiles(scratch);
      const compress = ['--use-compress-program', 'gzip -1'];
      await runTool('tar', ['--create', ...compress, '--file', path, '--directory', scratch, '.']);
    },
  );
}
