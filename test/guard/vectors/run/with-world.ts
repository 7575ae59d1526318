import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPgliteClient } from '../../../../src/journal/pglite-client.ts';
import { openForTest } from '../../../journal/open-for-test.ts';
import { newWorld, type World } from '../../../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../../../support/copy-journal-template.ts';

/** Runs a task with a journal of its own. */
export async function withWorld(task: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-vectors-'));
  const opened = await openForTest(await openPgliteClient(await copyJournalTemplate(folder)));
  try {
    await task(await newWorld(opened));
  } finally {
    await opened.close();
    await rm(folder, { recursive: true });
  }
}
