import { createJournal } from '../../src/journal/create-journal.ts';
import { migrate } from '../../src/journal/migrate.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import type { OpenedJournal } from './suite/fixture.ts';

/** A journal together with its engine. */
export async function openForTest(client: SqlClient): Promise<OpenedJournal> {
  await migrate(client);
  const journal = createJournal(client);
  return { journal, raw: (sql) => client.query(sql), close: () => journal.close() };
}
