import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '../files/sync-path.ts';
import { hasCode } from './has-code.ts';

/**
 * Creates a file that only its owner can read; after a crash the whole file exists or none. Returns
 * false if the file exists already, and leaves it: unlike a rename, a hard link does not replace.
 */
export async function createDurableFile(path: string, text: string): Promise<boolean> {
  return await writeDraft(path, text, async (draft) => {
    try {
      await link(draft, path);
      return true;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      return false;
    }
  });
}

/** Creates or replaces a file; after a crash the old or the new one exists. */
export async function replaceDurableFile(path: string, text: string): Promise<void> {
  await writeDraft(path, text, (draft) => rename(draft, path));
}

async function writeDraft<Result>(
  path: string,
  text: string,
  install: (draft: string) => Promise<Result>,
): Promise<Result> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeSynced(draft, text);
    const result = await install(draft);
    await syncPath(folder);
    // The folder's own entry is in its parent, which may be new too.
    await syncPath(dirname(folder));
    return result;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
