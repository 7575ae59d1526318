import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { hasCode } from '../has-code.ts';
import { parseJson } from './parse-json.ts';
import { damaged } from './signing-log-error.ts';

/** The content of each file, with the identity of the file that was read. */
const known = new Map<string, { file: string; content: unknown }>();

/**
 * A JSON file of one object; undefined if it does not exist. These files are read for every payment
 * and only ever replaced as a whole (`replaceDurableFile`), so an unchanged file is not read again.
 * Throws `SIGNING_LOG_DAMAGED`.
 */
export async function readSmallFile<Content>(
  path: string,
  content: z.ZodType<Content>,
): Promise<Content | undefined> {
  const file = await whichFile(path);
  if (file === undefined) return undefined;
  const last = known.get(path);
  if (last?.file === file) return last.content as Content;
  const read = content.safeParse(parseJson(await readFile(path, 'utf8')));
  if (!read.success) throw damaged(path, 1);
  known.set(path, { file, content: read.data });
  return read.data;
}

async function whichFile(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, ctimeNs].join(':');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
