import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Journal } from '../ports/journal.ts';
import { noWork, type WorkCounts } from '../ports/work-counts.ts';
import { createJournal } from './create-journal.ts';
import { migrate } from './migrate.ts';
import { openPgliteClient } from './pglite-client.ts';
import { openPostgresClient } from './postgres-client.ts';
import type { SqlClient, SqlSession } from './sql-client.ts';
import { watchStatements } from './watch-statements.ts';

/** Where a journal lives. */
export type JournalPosition =
  /**
   * Embedded, in a folder that only this process has open. Nothing is read or written there once
   * `lost` is aborted.
   */
  | { kind: 'pglite'; folder: string; lost?: AbortSignal }
  /** `poolSize`: connections at most, 10 by default. */
  | { kind: 'postgres'; url: string; poolSize?: number };

/**
 * Opens a journal and brings its schema up to date. Throws `JOURNAL_UNAVAILABLE`; and
 * `CONFIG_INVALID` where the server does not keep what it has acknowledged, or where the schema is
 * newer than this program. `signal` aborts it before the schema is read.
 * @param counts where its statements are counted
 */
export async function openJournal(
  place: JournalPosition,
  signal?: AbortSignal,
  counts: Pick<WorkCounts, 'statements'> = noWork(),
): Promise<Journal> {
  const client = watchStatements(await openClient(place), () => {
    counts.statements += 1;
  });
  try {
    signal?.throwIfAborted();
    if (place.kind === 'postgres') await assertDurable(client);
    await migrate(client);
  } catch (error) {
    await client.close();
    throw error;
  }
  return createJournal(client);
}

async function openClient(place: JournalPosition): Promise<SqlClient> {
  if (place.kind === 'pglite') return await openPgliteClient(place.folder, place.lost);
  return openPostgresClient({ url: place.url, poolSize: place.poolSize ?? 10 });
}

/**
 * An attempt must outlive a power cut before it is sent; a server that may lose a COMMIT would pay
 * twice.
 */
async function assertDurable(session: SqlSession): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit'] as const) {
    const [row] = await session.query<{ value: string }>('select current_setting($1) as value', [
      setting,
    ]);
    if (row?.value === 'off') {
      throw new FerrymanError(
        'CONFIG_INVALID',
        `the Postgres server runs with ${setting} = off and may lose what it has acknowledged; set ${setting} = on`,
        { details: { setting } },
      );
    }
  }
}
