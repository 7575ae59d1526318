import { open } from 'node:fs/promises';

/**
 * Makes a file's content, or the names in a folder, outlast a power cut (fsync(2)). A new file may
 * be missing after one, even if its content was synced, unless its folder was synced too.
 */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
