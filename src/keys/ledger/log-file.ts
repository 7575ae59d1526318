import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { SigningLog } from '../../ports/ledger.ts';
import { createDurableFile } from '../durable-file.ts';
import { hasCode } from '../has-code.ts';
import { damaged } from './ledger-error.ts';
import { parseJson } from './parse-json.ts';

const content = z.object({ logId: z.uuid() });

function logPath(folder: string): string {
  return join(folder, 'log.json');
}

/** Which signing log the folder holds. Throws `LEDGER_DAMAGED`. */
export async function readLog(folder: string): Promise<SigningLog | undefined> {
  const path = logPath(folder);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const read = content.safeParse(parseJson(text));
  if (!read.success) throw damaged(path, 1);
  return { id: read.data.logId, host: hostname() };
}

/** Names the log where it has no name yet; of two processes that start together one is first. */
export async function nameLog(folder: string): Promise<void> {
  if (await readLog(folder)) return;
  await createDurableFile(logPath(folder), `${JSON.stringify({ logId: randomUUID() })}\n`);
}
