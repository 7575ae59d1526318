import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '../../files/sync-path.ts';

/** A file that only this process writes, synced to the disk after every append. */
export interface AppendFile {
  readonly path: string;
  readonly startedAt: number;
  /**
   * Returns the new size of the file. After a failure nothing more is appended: the end of the file
   * is unknown.
   */
  append(lines: string): Promise<number>;
  close(): Promise<void>;
}

/** Creates a file. Its name has the time, the process id, and `suffix` at the end. */
export async function createAppendFile(
  folder: string,
  now: number,
  suffix: string,
): Promise<AppendFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date(now).toISOString().replaceAll(/[-:.]/g, '');
  const path = join(folder, `${time}-${process.pid}-${randomUUID().slice(0, 8)}${suffix}`);
  const file = await open(path, 'ax', 0o600);
  await syncPath(folder);
  return { path, startedAt: now, append: appendTo(file), close: () => file.close() };
}

function appendTo(file: FileHandle): AppendFile['append'] {
  let size = 0;
  return async (lines) => {
    await file.appendFile(lines);
    await file.datasync();
    size += Buffer.byteLength(lines);
    return size;
  };
}
