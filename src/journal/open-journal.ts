import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Journal } from '../ports/journal.ts';
import { noWork, type WorkCounts } from '../ports/work-counts.ts';
import { createJournal } from './create-journal.ts';
import { migrate } from './migrate.ts';
import { continueFeed } from './operations/feed.ts';
import { openPgliteClient } from './pglite-client.ts';
import { openPostgresClient } from './postgres-client.ts';
import type { SqlClient, SqlSession } from './sql-client.ts';
import { watchStatements } from './watch-statements.ts';

/** Where the journal is stored. */
export type JournalPosition =
  /**
   * Embedded, in a folder that only this process has open. After `lost` is aborted, nothing is read
   * or written there.
   */
  | { kind: 'pglite'; folder: string; lost?: AbortSignal }
  /** `poolSize`: maximum number of connections, 10 by default. */
  | { kind: 'postgres'; url: string; poolSize?: number };

/**
 * Opens a journal and brings its schema up to date. `signal` aborts it before the schema is read.
 * Throws `JOURNAL_UNAVAILABLE`, `CONFIG_INVALID` if the server may lose acknowledged commits, and
 * `SCHEMA_TOO_NEW` if the schema is newer than this program.
 * @param counts counts and times the statements, and gets to know the connections
 */
export async function openJournal(
  position: JournalPosition,
  signal?: AbortSignal,
  counts: Pick<WorkCounts, 'statements' | 'journalTook' | 'connections'> = noWork(),
): Promise<Journal> {
  const client = watchStatements(
    await openClient(position),
    () => {
      counts.statements += 1;
    },
    (what, seconds) => counts.journalTook(what, seconds),
  );
  if (client.connections) counts.connections = client.connections;
  try {
    signal?.throwIfAborted();
    if (position.kind === 'postgres') await assertDurable(client);
    await migrate(client);
    await continueFeed(client);
  } catch (error) {
    await client.close();
    throw error;
  }
  return createJournal(client);
}

async function openClient(position: JournalPosition): Promise<SqlClient> {
  if (position.kind === 'pglite') return await openPgliteClient(position.folder, position.lost);
  return openPostgresClient({ url: position.url, poolSize: position.poolSize ?? 10 });
}

/**
 * An attempt must survive a power cut before it is sent. If the server loses a COMMIT, Ferryman
 * would pay twice.
 */
async function assertDurable(session: SqlSession): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit'] as const) {
    const [row] = await session.query<{ value: string }>('select current_setting($1) as value', [
      setting,
    ]);
    if (row?.value === 'off') {
      throw new FerrymanError(
        'CONFIG_INVALID',
        `the Postgres server runs with ${setting} = off and may lose committed transactions; set ${setting} = on`,
        { details: { setting } },
      );
    }
  }
}
