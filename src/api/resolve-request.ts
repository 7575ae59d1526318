import { z } from 'zod';
import { resolutions } from '../core/operator/judge-resolve.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import type { ResolveRequest } from '../executor/resolve.ts';
import { parseDecision, personNote } from './person-note.ts';

/** Longer than the ids of any chain. */
const longestEvidence = 200;

const body = z.strictObject(
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

/** Parses how a person resolves a swap. @throws `INVALID_REQUEST` with every fault */
export function parseResolution(given: unknown): Omit<ResolveRequest, 'by'> {
  const { as, evidence, reason, version } = parseDecision(body, given, 'resolution');
  return {
    ...{ as, reason },
    ...(evidence === undefined ? {} : { evidence }),
    ...(version === undefined ? {} : { revision: version }),
  };
}
