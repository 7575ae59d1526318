import { z } from 'zod';
import { isPrintable } from '../core/is-printable.ts';
import { jsonPointer } from '../core/json-pointer.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

const longestNote = 1_000;

const body = z.strictObject(
  {
    note: z
      .string('is not a text')
      .trim()
      .min(1, 'is empty: say what was done')
      .max(longestNote, `is longer than ${longestNote} characters`)
      // Whoever reads the swap reads it, in terminals too.
      .refine(isPrintable, 'is not one line of printable text'),
  },
  'is not a JSON object',
);

/** What a person says of a swap to which money came after its end. @throws `INVALID_REQUEST` with every fault */
export function parseAcknowledgement(given: unknown): string {
  const parsed = body.safeParse(given);
  if (parsed.success) return parsed.data.note;
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          pointer: jsonPointer([...issue.path, key]),
          message: 'is no member of an acknowledgement',
        }))
      : [{ pointer: jsonPointer(issue.path), message: issue.message }],
  );
  throw new FerrymanError('INVALID_REQUEST', 'the acknowledgement is malformed', { faults });
}
