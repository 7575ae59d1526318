import { type AppendFile, createAppendFile } from './append-file.ts';

/** Files of one suffix that only this process writes, one after the other. */
export interface RotatingFile {
  /** On disk when its promise resolves, to the file that has the lines and that file's new size. */
  append(lines: string): Promise<{ path: string; size: number }>;
  close(): Promise<void>;
}

interface Rotation {
  folder: string;
  suffix: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long a process appends to one file, in milliseconds. */
  rotateAfter: number;
  /** Called for each new file, while it is empty. */
  onNewFile?: () => Promise<void>;
}

/** Creates no file before the first append. */
export function createRotatingFile({
  folder,
  suffix,
  now,
  rotateAfter,
  onNewFile = async () => undefined,
}: Rotation): RotatingFile {
  let file: AppendFile | undefined;

  async function close(): Promise<void> {
    const closing = file;
    file = undefined;
    await closing?.close();
  }

  async function currentFile(): Promise<AppendFile> {
    if (file && now() < file.startedAt + rotateAfter) return file;
    await close();
    const created = await createAppendFile(folder, now(), suffix);
    file = created;
    await onNewFile();
    return created;
  }

  return {
    async append(lines) {
      const { path, append } = await currentFile();
      try {
        return { path, size: await append(lines) };
      } catch (cause) {
        // The file may end with a partial line, so the next lines get another file.
        await close();
        throw cause;
      }
    },
    close,
  };
}
