import { createHash } from 'node:crypto';
import { rmdirSync, rmSync } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** `sun_path` has 104 bytes on macOS and 108 on Linux, with the closing zero (unix(4), unix(7)). */
const longestPath = 103;

/**
 * Where the socket of a data folder's Redis is: in the folder, or, where that path is too long for
 * a socket, always at the same place in a private folder under the system's temporary one.
 * @throws `REDIS_UNAVAILABLE` where that place belongs to someone else
 */
export async function socketPathOf(folder: string): Promise<string> {
  const path = join(resolve(folder), 'redis.sock');
  if (Buffer.byteLength(path) <= longestPath) return path;
  const id = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  const privateFolder = join(tmpdir(), `ferryman-${id}`);
  await mkdir(privateFolder, { recursive: true, mode: 0o700 });
  const stats = await lstat(privateFolder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0) {
    throw new FerrymanError(
      'REDIS_UNAVAILABLE',
      `${privateFolder} is not ours alone; use a shorter data folder`,
    );
  }
  return join(privateFolder, 'redis.sock');
}

/**
 * Removes the socket of a server that is gone, and its private folder. The caller holds the data
 * folder's lock.
 */
export function removeSocket(path: string, folder: string): void {
  rmSync(path, { force: true });
  if (dirname(path) === resolve(folder)) return;
  try {
    rmdirSync(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY') throw error;
  }
}
