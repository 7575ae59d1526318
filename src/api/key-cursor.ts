import { z } from 'zod';
import { plainText } from './schemas/common.ts';

/**
 * The cursor of a list that is ordered by texts of its entries: those of the last one, by the names
 * of their members, so that a mask knows what the cursor reveals.
 */
export function keyCursor(texts: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(texts)).toString('base64url');
}

/**
 * Reads such a cursor as the list of its texts.
 * @param names of the members that order the list, in their order
 */
export function keyCursorInput(...names: readonly string[]) {
  const texts = z.strictObject(Object.fromEntries(names.map((name) => [name, plainText(512)])));
  return z
    .string()
    .max(4_000)
    .transform((text, context) => {
      const { data } = texts.safeParse(cursorContents(text));
      if (data) return names.map((name) => data[name] ?? '');
      context.addIssue({ code: 'custom', message: 'is none that a list gave' });
      return z.NEVER;
    })
    .optional()
    .describe('`nextCursor` of the page before.');
}

/** What such a cursor holds. `undefined`: it is another one, or none. */
export function cursorContents(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
