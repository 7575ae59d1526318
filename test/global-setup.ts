import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openJournal } from '../src/journal/open-journal.ts';
import { templatesVariable } from './support/make-once.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** An empty journal on PGlite to copy; the folder appears when it is complete. */
    journalTemplate: string;
  }
}

/**
 * Makes one empty embedded journal for all tests to copy: the first opening of a folder computes
 * for seconds on the thread that the sandbox and other services of the same test wait for.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-template-'));
  const template = join(folder, 'journal');
  project.provide('journalTemplate', template);
  // Its workers are processes, which inherit it.
  process.env[templatesVariable] = folder;
  // Most tests need none of it, so that nobody is made to wait here.
  const made = make(join(folder, 'unfinished'), template);
  made.catch(() => undefined);
  return async () => {
    await made.finally(() => rm(folder, { recursive: true, force: true }));
  };
}

async function make(unfinished: string, template: string): Promise<void> {
  const journal = await openJournal({ kind: 'pglite', folder: unfinished });
  await journal.close();
  await rename(unfinished, template);
}
