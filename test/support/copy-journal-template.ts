import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { journalTemplate } from './journal-template.ts';

/**
 * Gives a data folder the empty embedded journal that its first opening would make, and its path.
 * Outside of a run of the tests there is none, and the first opening makes it.
 */
export async function copyJournalTemplate(dataFolder: string): Promise<string> {
  const journal = join(dataFolder, 'journal');
  const template = await journalTemplate();
  await mkdir(dataFolder, { recursive: true });
  // Node copies its 1,200 files with ten times the work.
  if (template !== undefined) await promisify(execFile)('cp', ['-r', template, journal]);
  return journal;
}
