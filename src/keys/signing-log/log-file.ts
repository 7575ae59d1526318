import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { SigningLogIdentity } from '../../ports/signing-log.ts';
import { createDurableFile } from '../durable-file.ts';
import { readSmallFile } from './read-small-file.ts';

const content = z.object({ logId: z.uuid() });

function logPath(folder: string): string {
  return join(folder, 'log.json');
}

/** The identity of the folder's signing log. Throws `SIGNING_LOG_DAMAGED`. */
export async function readLog(folder: string): Promise<SigningLogIdentity | undefined> {
  const read = await readSmallFile(logPath(folder), content);
  return read && { id: read.logId, host: hostname() };
}

/** Gives the log an id if it has none; of two processes that start together, one wins. */
export async function nameLog(folder: string): Promise<void> {
  if (await readLog(folder)) return;
  await createDurableFile(logPath(folder), `${JSON.stringify({ logId: randomUUID() })}\n`);
}
