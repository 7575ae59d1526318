import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { journalConformance } from '../conformance/journal.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { openForTest } from './open-for-test.ts';

/* The parts that `pglite.test.ts` leaves to Postgres differ in no statement; this shows it. */

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-journal-'));
});
afterAll(() => rm(folder, { recursive: true }));

journalConformance('PGlite', async () =>
  openForTest(await openPgliteClient(await copyJournalTemplate(folder))),
);
