import { createHash } from 'node:crypto';
import { rmdirSync, rmSync } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * `sun_path` has 104 bytes on macOS and 108 on Linux, including the final zero (unix(4), unix(7)).
 */
const longestPath = 103;

/**
 * The socket path of a data folder's Redis: in the folder, or, if that path is too long, always the
 * same one in a private folder under the system's temporary folder.
 * @throws `REDIS_UNAVAILABLE` if that folder is accessible to others
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
      `${privateFolder} is accessible to other users; use a data folder with a shorter path`,
    );
  }
  return join(privateFolder, 'redis.sock');
}

/**
 * Removes the socket of a stopped server, and its private folder. The caller holds the data
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
