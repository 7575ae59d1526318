import { z } from 'zod';
import { isPrintable } from '../core/text/is-printable.ts';

const longestNote = 1_000;

/**
 * A person's note on a swap: one line of text.
 * @param whenEmpty what the note must contain, for the message about an empty one
 */
export function personNote(whenEmpty: string) {
  return (
    z
      .string('is not a text')
      .trim()
      .min(1, `is empty: ${whenEmpty}`)
      .max(longestNote, `is longer than ${longestNote} characters`)
      // Terminals show it too: refuse control characters.
      .refine(isPrintable, 'is not one line of printable text')
  );
}
