import { join } from 'node:path';
import { z } from 'zod';
import { replaceDurableFile } from '../durable-file.ts';
import { readSmallFile } from './read-small-file.ts';

const content = z.object({
  sequence: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt),
});

function droppedPath(folder: string): string {
  return join(folder, 'dropped.json');
}

/**
 * The highest commit number among the dropped entries; zero if none was dropped. Throws
 * `SIGNING_LOG_DAMAGED`.
 */
export async function readDropped(folder: string): Promise<bigint> {
  return (await readSmallFile(droppedPath(folder), content))?.sequence ?? 0n;
}

/** Must be called before anything is dropped. */
export async function recordDropped(folder: string, sequence: bigint): Promise<void> {
  if (sequence <= (await readDropped(folder))) return;
  await replaceDurableFile(
    droppedPath(folder),
    `${JSON.stringify({ sequence: sequence.toString() })}\n`,
  );
}
