import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { openForTest } from './open-for-test.ts';
import type { OpenedJournal } from './suite/fixture.ts';

export const engines = ['pglite', 'postgres'] as const;
type Engine = (typeof engines)[number];

export interface JournalsOnBothEngines extends Readonly<Record<Engine, OpenedJournal>> {
  /** Of the one on Postgres. */
  databaseUrl: string;
  /** Of the one on PGlite; a test may have its own files there. */
  folder: string;
  close(): Promise<void>;
}

/** An empty journal on each engine. */
export async function openOnBothEngines(): Promise<JournalsOnBothEngines> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-journals-'));
  await copyJournalTemplate(folder);
  const server = await startPostgresServer();
  const pglite = await openForTest(await openPgliteClient(join(folder, 'journal')));
  const databaseUrl = await server.createJournal();
  const postgres = await openForTest(openPostgresClient({ url: databaseUrl, poolSize: 4 }));
  return {
    ...{ pglite, postgres, databaseUrl, folder },
    async close() {
      for (const opened of [pglite, postgres]) await opened.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
