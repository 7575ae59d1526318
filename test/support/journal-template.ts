import { rename } from 'node:fs/promises';
import { openJournal } from '../../src/journal/open-journal.ts';
import { makeOnce } from './make-once.ts';

/**
 * An empty journal on PGlite to copy, made once in a run of the tests: the first opening of a folder
 * computes for five seconds. `undefined` outside of a run.
 */
export function journalTemplate(): Promise<string | undefined> {
  return makeOnce('journal', async (path) => {
    const unfinished = `${path}.unfinished`;
    const journal = await openJournal({ kind: 'pglite', folder: unfinished });
    await journal.close();
    await rename(unfinished, path);
  });
}
