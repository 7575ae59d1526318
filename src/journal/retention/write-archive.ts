import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { syncPath } from '../../files/sync-path.ts';
import { digestOf } from '../backup/digest-of.ts';

export interface Archive {
  /** Of its file. */
  name: string;
  /** Of the file, in hex. */
  sha256: string;
  /** Of the file. */
  bytes: number;
}

/**
 * Writes lines of JSON to a compressed file that outlasts a power cut, and reads it again. After a
 * crash the whole file exists or none. Throws `ARCHIVE_FAILED`.
 * @param now in milliseconds since the epoch
 */
export async function writeArchive(
  folder: string,
  lines: readonly string[],
  now: number,
): Promise<Archive> {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  const name = `${time}Z-${randomBytes(4).toString('hex')}.ndjson.gz`;
  const [draft, path] = [join(folder, `.${name}.partial`), join(folder, name)];
  const text = `${lines.join('\n')}\n`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, await promisify(gzip)(text), { mode: 0o600, flag: 'wx' });
    await syncPath(draft);
    await rename(draft, path);
    await syncPath(folder);
    const read = await promisify(gunzip)(await readFile(path));
    if (read.toString('utf8') !== text) throw new Error('it does not have what was written');
    return { name, ...(await digestOf(path)) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new FerrymanError('ARCHIVE_FAILED', `no archive was written to ${path}: ${message}`, {
      cause,
    });
  } finally {
    // What is left of a draft does no harm, and the error above counts.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
