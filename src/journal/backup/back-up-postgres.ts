import type { Backup } from '../../ports/stores/backup-store.ts';
import { recordAct } from '../operations/audit-log.ts';
import { openPostgresClient } from '../postgres-client.ts';
import type { SqlClient } from '../sql-client.ts';
import type { BackupFacts } from './backup-description.ts';
import { factsOf } from './facts-of.ts';
import { targetOf } from './postgres-tools.ts';
import { runTool } from './run-tool.ts';
import { writeBackup } from './write-backup.ts';

/** The entry of the audit log, without who made the backup. */
export const createBackupAct = { action: 'createBackup', subject: 'journal', data: {} } as const;

/**
 * Backs up a journal on a Postgres server with pg_dump, beside running processes. The audit log
 * gets an entry before, where it can be written: a standby takes none, nor does a role that may
 * only read, nor the schema of an earlier version. Throws
 * `BACKUP_FAILED`, `JOURNAL_UNAVAILABLE`.
 * @param now in milliseconds since the epoch
 * @param by who makes it, as the audit log names it
 */
export async function backUpPostgres(
  databaseUrl: string,
  parent: string,
  now: number,
  by: string,
): Promise<Backup> {
  const client = openPostgresClient({ url: databaseUrl, poolSize: 1 });
  const facts = await recorded(client, by).finally(() => client.close());
  const { url, environment } = targetOf(databaseUrl);
  return writeBackup(parent, { form: 'postgres', file: 'journal.dump', ...facts }, now, (path) =>
    runTool('pg_dump', ['--format=custom', `--file=${path}`, `--dbname=${url}`], environment),
  );
}

async function recorded(client: SqlClient, by: string): Promise<BackupFacts> {
  const [log] = await client.query(
    `select where to_regclass('audit_log') is not null and not pg_is_in_recovery()
       and has_table_privilege(to_regclass('audit_log'), 'insert')`,
  );
  if (log)
    await client.transaction((session) => recordAct(session, { ...createBackupAct, actor: by }));
  return factsOf(client);
}
