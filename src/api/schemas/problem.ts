import { z } from 'zod';
import { fundsStates } from '../../core/swap/swap.ts';
import { errorCodes } from '../../errors/codes.ts';
import { named } from './common.ts';

export const problem = named(
  'Problem',
  z.object({
    type: z.string(),
    title: z
      .string()
      .describe('What the code means and what to do: the same for every problem of it.'),
    status: z.int(),
    detail: z.string().describe('What is wrong this time.'),
    code: z
      .string()
      .meta({ 'x-extensible-enum': Object.keys(errorCodes) })
      .describe('Stable. docs/errors.md lists all codes.'),
    requestId: z.string(),
    stage: z.string().optional().describe('How far the request got, if that is known.'),
    fundsState: z.enum(fundsStates).optional(),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .optional()
      .describe('Where in the body or query each fault is, as JSON pointers.'),
  }),
  'An error as RFC 9457 describes it.',
);
