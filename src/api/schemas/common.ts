import { z } from 'zod';
import { isPrintable } from '../../core/text/is-printable.ts';
import type { ApiMask } from '../../ports/stores/api-key-store.ts';

/** Schemas with a name of their own in the OpenAPI document. */
export const components = z.registry<{ id: string; description?: string }>();

/** Gives a schema its name in the OpenAPI document. */
export function named<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description?: string,
): Schema {
  components.add(schema, { id, ...(description === undefined ? {} : { description }) });
  return schema;
}

/** Parameters of queries that reveal what masks hide, and these masks. */
export const revealing = z.registry<{ masks: readonly ApiMask[] }>();

/**
 * Refuses a parameter of a query to keys with one of these masks: a search by it would reveal what
 * they hide. It goes around the finished schema.
 */
export function reveals<Schema extends z.ZodType>(
  schema: Schema,
  ...masks: readonly ApiMask[]
): Schema {
  revealing.add(schema, { masks });
  return schema;
}

/** One line that a terminal and a database take as it is. */
export function plainText(longest: number) {
  return z
    .string('is not a text')
    .min(1, 'is empty')
    .max(longest, `is longer than ${longest} characters`)
    .refine(isPrintable, 'is not one line of printable text');
}

/** Human units of a token, such as "12.5". */
export const amount = named(
  'Amount',
  z.string(),
  'A decimal string in whole tokens, such as "12.5". Never a number: 64-bit floats lose digits.',
);

/** The smallest units of a token. */
export const baseUnits = named(
  'BaseUnits',
  z.string(),
  'An integer string in the smallest units of the token, such as "12500000".',
);

export const time = named(
  'Time',
  z.string(),
  'ISO 8601 in UTC, such as "2026-01-31T12:00:00.000Z".',
);

/** A time in a request. */
export const timeInput = z.iso.datetime({
  offset: true,
  error: 'is not a time such as "2026-01-31T12:00:00Z"',
});

/** A time span in a query. */
export const secondsInput = z
  .string()
  .regex(/^\d{1,9}$/, 'is not a whole number')
  .transform(Number);

const wrongLimit = 'is not a whole number from 1 to 200';

/** As many as a page holds. */
export const limit = z
  .string()
  .regex(/^\d{1,3}$/, wrongLimit)
  .transform(Number)
  .pipe(z.int(wrongLimit).min(1, wrongLimit).max(200, wrongLimit))
  .default(50)
  .describe('Entries of a page: 1 to 200.');

export const cursor = z
  .string()
  .min(1)
  .max(512)
  .optional()
  .describe('`nextCursor` of the page before.');

/** Of an object that has lost members to the masks of a key. */
export const masked = z
  .literal(true)
  .optional()
  .describe('The masks of the key have left members out.');

export const nextCursor = z.string().optional().describe('Absent on the last page.');
