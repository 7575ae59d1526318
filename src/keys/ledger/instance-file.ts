import { access, constants, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createDurableFile, replaceDurableFile } from '../durable-file.ts';
import { hasCode } from '../has-code.ts';
import { damaged } from './ledger-error.ts';
import { parseJson } from './parse-json.ts';

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
  const read = content.safeParse(parseJson(text));
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
  await createDurableFile(instancePath(folder), textOf(instanceId));
  return (await readInstance(folder)) ?? instanceId;
}

export async function replaceInstance(folder: string, instanceId: string): Promise<void> {
  await replaceDurableFile(instancePath(folder), textOf(instanceId));
}

function textOf(instanceId: string): string {
  return `${JSON.stringify({ instanceId })}\n`;
}
