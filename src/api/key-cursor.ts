import { z } from 'zod';
import { plainText } from './schemas/common.ts';

/** The cursor of a list that is ordered by texts of its entries: those of the last one. */
export function keyCursor(texts: readonly string[]): string {
  return Buffer.from(JSON.stringify(texts)).toString('base64url');
}

/**
 * Reads such a cursor.
 * @param count how many texts order the list
 */
export function keyCursorInput(count: number) {
  const texts = z.array(plainText(512)).length(count);
  return z
    .string()
    .max(4_000)
    .transform((text, context) => {
      const { data } = texts.safeParse(decoded(text));
      if (data) return data;
      context.addIssue({ code: 'custom', message: 'is none that a list gave' });
      return z.NEVER;
    })
    .optional()
    .describe('`nextCursor` of the page before.');
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
