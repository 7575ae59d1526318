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
    stage: z
      .string()
      .optional()
      .describe(
        'How far it got, if that is known: `submit` of a submission; of a swap that is there, its state.',
      ),
    fundsState: z
      .enum(fundsStates)
      .optional()
      .describe('Where the money of the swap is, if that is known.'),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .optional()
      .describe('Where in the body or query each fault is, as JSON pointers.'),
  }),
  'An error as RFC 9457 describes it.',
);
