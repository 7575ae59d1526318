import { z } from 'zod';

/** What a server says of a transaction's block, as far as the harness reads it. */
export const status = z.looseObject({ confirmed: z.boolean(), block_height: z.int().optional() });
export type Status = z.output<typeof status>;

/**
 * One question to an Esplora server; nothing where it has not got what is asked for. Throws where
 * it refuses for another reason.
 */
export async function findText(url: string, path: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/${path}`);
  const text = await answer.text();
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${path} is answered ${answer.status}: ${text}`);
  return text;
}

/** The same where it has to be there. */
export async function ask<Answer>(
  url: string,
  path: string,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const text = await findText(url, path);
  if (text === undefined) throw new Error(`the server has no ${path}`);
  return schema.parse(JSON.parse(text));
}

export async function readTipHeight(url: string): Promise<number> {
  return ask(url, 'blocks/tip/height', z.int());
}
