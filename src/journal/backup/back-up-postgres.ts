import type { Backup } from '../../ports/stores/backup-store.ts';
import { openPostgresClient } from '../postgres-client.ts';
import { factsOf } from './facts-of.ts';
import { targetOf } from './postgres-tools.ts';
import { runTool } from './run-tool.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Backs up a journal on a Postgres server with pg_dump, beside running processes. Throws
 * `BACKUP_FAILED`, `JOURNAL_UNAVAILABLE`.
 * @param now in milliseconds since the epoch
 */
export async function backUpPostgres(
  databaseUrl: string,
  parent: string,
  now: number,
): Promise<Backup> {
  const client = openPostgresClient({ url: databaseUrl, poolSize: 1 });
  const facts = await factsOf(client).finally(() => client.close());
  const { url, environment } = targetOf(databaseUrl);
  return writeBackup(parent, { form: 'postgres', file: 'journal.dump', ...facts }, now, (path) =>
    runTool('pg_dump', ['--format=custom', `--file=${path}`, `--dbname=${url}`], environment),
  );
}
