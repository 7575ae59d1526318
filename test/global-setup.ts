import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalTemplate } from './support/journal-template.ts';
import { templatesVariable } from './support/make-once.ts';

/** Begins with what many tests copy, in a folder that is removed after the run. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-template-'));
  // Its workers are processes, which inherit it.
  process.env[templatesVariable] = folder;
  // Most tests need none of it, so that nobody is made to wait here.
  const made = journalTemplate();
  made.catch(() => undefined);
  return async () => {
    await made.finally(() => rm(folder, { recursive: true, force: true }));
  };
}
