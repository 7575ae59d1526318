import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { journalConformance } from '../conformance/journal.ts';
import { openForTest } from './open-for-test.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-journal-'));
});
afterAll(() => rm(folder, { recursive: true }));

journalConformance('PGlite', async () => openForTest(await openPgliteClient(join(folder, 'conformance'))));
