import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceDurableFile } from '../durable-file.ts';
import { hasCode } from '../has-code.ts';
import { damaged } from './ledger-error.ts';
import { parseJson } from './parse-json.ts';

const content = z.object({
  sequence: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt),
});

function droppedPath(folder: string): string {
  return join(folder, 'dropped.json');
}

/** The highest place in the order of commits of what was dropped for its age; zero: nothing was. Throws `LEDGER_DAMAGED`. */
export async function readDropped(folder: string): Promise<bigint> {
  const path = droppedPath(folder);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return 0n;
  const read = content.safeParse(parseJson(text));
  if (!read.success) throw damaged(path, 1);
  return read.data.sequence;
}

/** To be called before anything is dropped. */
export async function noteDropped(folder: string, sequence: bigint): Promise<void> {
  if (sequence <= (await readDropped(folder))) return;
  await replaceDurableFile(droppedPath(folder), `${JSON.stringify({ sequence: sequence.toString() })}\n`);
}
