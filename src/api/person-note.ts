import { z } from 'zod';
import { isPrintable } from '../core/text/is-printable.ts';
import { jsonPointer } from '../core/text/json-pointer.ts';
import { distinctFaults } from '../errors/distinct-faults.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

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

/**
 * Parses the body of a request with a person's decision.
 * @param what names the decision in the message
 * @throws `INVALID_REQUEST` with every fault
 */
export function parseDecision<Body extends z.ZodType>(
  body: Body,
  given: unknown,
  what: string,
): z.output<Body> {
  const parsed = body.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          pointer: jsonPointer([...issue.path, key]),
          message: 'is not known here',
        }))
      : [{ pointer: jsonPointer(issue.path), message: issue.message }],
  );
  throw new FerrymanError('INVALID_REQUEST', `the ${what} is malformed`, {
    faults: distinctFaults(faults),
  });
}
