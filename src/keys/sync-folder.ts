import { open } from 'node:fs/promises';

/**
 * Makes the names in a folder durable: without it a new file may be missing after a power cut, even
 * if its content was synced (fsync(2)).
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
