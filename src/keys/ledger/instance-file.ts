import { randomUUID } from 'node:crypto';
import { access, constants, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../sync-folder.ts';
import { hasCode } from '../wallet-file.ts';
import { damaged } from './ledger-error.ts';

const content = z.object({ instanceId: z.uuid() });

function instancePath(folder: string): string {
  return join(folder, 'journal.json');
}

/** The journal that the keys of the folder sign for. Throws `LEDGER_DAMAGED`. */
export async function readInstance(folder: string): Promise<string | undefined> {
  const path = instancePath(folder);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const read = content.safeParse(parse(text, path));
  if (!read.success) throw damaged(path, 1);
  return read.data.instanceId;
}

/** Writes the id where there is none; of two processes that start together one is first. Returns the id that is there. */
export async function bindInstance(folder: string, instanceId: string): Promise<string> {
  const known = await readInstance(folder);
  if (known !== undefined) {
    // Found out now, before anything is signed.
    await access(folder, constants.W_OK);
    return known;
  }
  await place(folder, instanceId, async (draft, path) => {
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    await rm(draft);
  });
  return (await readInstance(folder)) ?? instanceId;
}

export async function replaceInstance(folder: string, instanceId: string): Promise<void> {
  await place(folder, instanceId, rename);
}

/** After a crash there is the whole file or the one before. */
async function place(
  folder: string,
  instanceId: string,
  put: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  const path = instancePath(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ instanceId })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await put(draft, path);
  await syncFolder(folder);
  // Its own name is in the folder above, which may be new as well.
  await syncFolder(dirname(folder));
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(path, 1);
    throw error;
  }
}
