import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { templatesVariable } from './support/make-once.ts';

/** Gives the run a folder for what many tests copy, which is removed after it. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-template-'));
  // Its workers are processes, which inherit it.
  process.env[templatesVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
