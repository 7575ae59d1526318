import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { CliIo } from './cli-io.ts';

/** The text of a file. Throws `USAGE` if it cannot be read. */
export async function readTextFile(
  path: string,
  { folder }: Pick<CliIo, 'folder'>,
): Promise<string> {
  try {
    return await readFile(resolve(folder, path), 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unreadable';
    throw new FerrymanError('USAGE', `${path} cannot be read: ${why}`, { cause });
  }
}

/** The JSON value of a file. Throws `USAGE` if it has none. */
export async function readJsonFile(path: string, io: Pick<CliIo, 'folder'>): Promise<unknown> {
  const text = await readTextFile(path, io);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'malformed';
    throw new FerrymanError('USAGE', `${path} has no JSON: ${why}`, { cause });
  }
}
