import { z } from 'zod';
import { resolutions } from '../core/operator/judge-resolve.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import { personNote } from '../executor/person-note.ts';
import type { ResolveRequest } from '../executor/resolve.ts';

/** Longer than the ids of any chain. */
const longestEvidence = 200;

export const resolutionSchema = z.strictObject(
  {
    as: z.enum(resolutions, `is not one of ${resolutions.join(', ')}`),
    evidence: z
      .string('is not a text')
      .trim()
      .min(1, 'is empty: name a transaction')
      .max(longestEvidence, `is longer than ${longestEvidence} characters`)
      .refine(isPrintable, 'is not one line of printable text')
      .optional(),
    reason: personNote('say why'),
    version: z
      .int('is not the version of a swap')
      .positive('is not the version of a swap')
      .optional(),
  },
  'is not a JSON object',
);

/** How a person resolves a swap, as the use case takes it. */
export function resolveRequestOf({
  as,
  evidence,
  reason,
  version,
}: z.output<typeof resolutionSchema>): Omit<ResolveRequest, 'by'> {
  return {
    ...{ as, reason },
    ...(evidence === undefined ? {} : { evidence }),
    ...(version === undefined ? {} : { revision: version }),
  };
}
