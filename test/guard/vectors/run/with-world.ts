import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPgliteClient } from '../../../../src/journal/pglite-client.ts';
import { openForTest } from '../../../journal/open-for-test.ts';
import { newWorld, type OpenedJournal, type World } from '../../../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../../../support/copy-journal-template.ts';

/** Runs a task with a journal of its own, as what is about sums over all swaps needs. */
export async function withOwnJournal(task: (world: World) => Promise<void>): Promise<void> {
  const opened = await open();
  try {
    await task(await newWorld(opened));
  } finally {
    await opened.close();
  }
}

let shared: Promise<OpenedJournal> | undefined;

/**
 * Runs a task with a wallet and a chain of its own, in a journal that others use as well, since an
 * opening costs more than a vector. Whoever runs vectors closes it.
 */
export async function withWorld(task: (world: World) => Promise<void>): Promise<void> {
  shared ??= open();
  await task(await newWorld(await shared));
}

export async function closeSharedJournal(): Promise<void> {
  const opened = shared;
  shared = undefined;
  await (await opened)?.close();
}

async function open(): Promise<OpenedJournal> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-vectors-'));
  const opened = await openForTest(await openPgliteClient(await copyJournalTemplate(folder)));
  return {
    ...opened,
    async close() {
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}
