import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPgliteClient } from '../../../../src/journal/pglite-client.ts';
import { openForTest } from '../../../journal/open-for-test.ts';
import { newWorld, type World } from '../../../journal/suite/fixture.ts';
import { makeOnce } from '../../../support/make-once.ts';

/** Runs a task with a journal of its own. */
export async function withWorld(task: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-vectors-'));
  const path = join(folder, 'journal');
  const template = await makeOnce('journal-of-vectors', makeEmpty);
  // Many small files, which Node copies with ten times the work.
  if (template !== undefined) await promisify(execFile)('cp', ['-r', template, path]);
  const opened = await openForTest(await openPgliteClient(path));
  try {
    await task(await newWorld(opened));
  } finally {
    await opened.close();
    await rm(folder, { recursive: true });
  }
}

async function makeEmpty(path: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const opened = await openForTest(await openPgliteClient(unfinished));
  await opened.close();
  await rename(unfinished, path);
}
