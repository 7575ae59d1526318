import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Several entries long: a full disk still takes an empty file. */
const length = 8_192;

/** Throws what the file system throws where something can not be written into the folder and onto the disk. */
export async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `probe.${randomUUID()}.tmp`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(length, ' '));
    await file.datasync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
