import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { openForTest } from './open-for-test.ts';
import type { OpenedJournal } from './suite/fixture.ts';

/** A journal that is rolled back, and the signing logs, which are not. */
export interface RollingBack extends OpenedJournal {
  /** Writes the commits into the log, as the sender does. */
  log(...attempts: { attemptId: Parameters<Journal['signedRecords']>[0] }[]): Promise<void>;
  /** The entries of the log. */
  readonly lines: SigningLogEntry[];
  backUp(): Promise<void>;
  rollBack(): Promise<void>;
  /** Records what the log shows in the journal, and imports it. */
  recover(): ReturnType<Journal['importLosses']>;
}

export async function startRollingBack(server: PostgresServer): Promise<RollingBack> {
  let url = await server.createJournal();
  let backup: string | undefined;
  let client: SqlClient;
  let opened: OpenedJournal;
  const open = async (): Promise<void> => {
    client = openPostgresClient({ url, poolSize: 4 });
    opened = await openForTest(client);
  };
  await open();
  const lines: SigningLogEntry[] = [];
  const journal = new Proxy({} as Journal, {
    get: (_, name: keyof Journal) => opened.journal[name].bind(opened.journal),
  });
  return {
    journal,
    lines,
    raw: (sql) => opened.raw(sql),
    close: () => opened.close(),
    async log(...attempts) {
      for (const { attemptId } of attempts)
        lines.push(...(await journal.signedRecords(attemptId)).entries);
    },
    async backUp() {
      await opened.close();
      backup = await server.createDatabase(url);
      await open();
    },
    async rollBack() {
      if (backup === undefined) throw new Error('there is no backup');
      await opened.close();
      url = await server.createDatabase(backup);
      await open();
    },
    async recover() {
      await journal.recordLosses(lines);
      return journal.importLosses();
    },
  };
}
