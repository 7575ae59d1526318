import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createDurableFile, replaceDurableFile } from '../durable-file.ts';
import { readSmallFile } from './read-small-file.ts';

const content = z.object({ instanceId: z.uuid() });

function instancePath(folder: string): string {
  return join(folder, 'journal.json');
}

/** The id of the journal that the folder's keys sign for. Throws `SIGNING_LOG_DAMAGED`. */
export async function readInstance(folder: string): Promise<string | undefined> {
  return (await readSmallFile(instancePath(folder), content))?.instanceId;
}

/**
 * Writes the id if there is none; of two processes that start together, one wins. Returns the
 * stored id.
 */
export async function bindInstance(folder: string, instanceId: string): Promise<string> {
  const known = await readInstance(folder);
  if (known !== undefined) {
    // Fails now, before anything is signed.
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
