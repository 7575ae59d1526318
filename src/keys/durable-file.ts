import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './has-code.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Writes a file where there is none, for the user alone; after a crash there is the whole file or
 * none. `false` where there is one already, which stays: a hard link, unlike a rename, does not
 * replace.
 */
export async function createDurableFile(path: string, text: string): Promise<boolean> {
  return await place(path, text, async (draft) => {
    try {
      await link(draft, path);
      return true;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      return false;
    }
  });
}

/** The same in place of what may be there; after a crash there is one of the two. */
export async function replaceDurableFile(path: string, text: string): Promise<void> {
  await place(path, text, (draft) => rename(draft, path));
}

async function place<Result>(
  path: string,
  text: string,
  put: (draft: string) => Promise<Result>,
): Promise<Result> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeSynced(draft, text);
    const result = await put(draft);
    await syncFolder(folder);
    // Its own name is in the folder above, which may be new as well.
    await syncFolder(dirname(folder));
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
