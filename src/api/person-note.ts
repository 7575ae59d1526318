import { z } from 'zod';
import { isPrintable } from '../core/is-printable.ts';
import { jsonPointer } from '../core/json-pointer.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

const longestNote = 1_000;

/** One line of text in which a person says something of a swap. @param whenEmpty what to say instead of nothing */
export function personNote(whenEmpty: string) {
  return (
    z
      .string('is not a text')
      .trim()
      .min(1, `is empty: ${whenEmpty}`)
      .max(longestNote, `is longer than ${longestNote} characters`)
      // Whoever reads the swap reads it, in terminals too.
      .refine(isPrintable, 'is not one line of printable text')
  );
}

/** The body of a request in which a person decides something. @throws `INVALID_REQUEST` with every fault */
export function parseDecision<Body extends z.ZodType>(body: Body, given: unknown, what: string): z.output<Body> {
  const parsed = body.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ pointer: jsonPointer([...issue.path, key]), message: 'is not known here' }))
      : [{ pointer: jsonPointer(issue.path), message: issue.message }],
  );
  throw new FerrymanError('INVALID_REQUEST', `the ${what} is malformed`, { faults });
}
