import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { hasCode } from '../has-code.ts';
import { damaged } from './ledger-error.ts';
import { parseJson } from './parse-json.ts';

/** A JSON file of one object; absent where there is none yet. Throws `LEDGER_DAMAGED`. */
export async function readSmallFile<Content>(path: string, content: z.ZodType<Content>): Promise<Content | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const read = content.safeParse(parseJson(text));
  if (!read.success) throw damaged(path, 1);
  return read.data;
}
