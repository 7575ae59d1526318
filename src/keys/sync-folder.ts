import { open } from 'node:fs/promises';

/**
 * Makes the names in a folder durable: a new file may be gone after a power cut, whatever was
 * written into it (fsync(2)).
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
