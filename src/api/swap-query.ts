import { z } from 'zod';
import { swapStates } from '../core/swap/swap.ts';
import type { SwapFilter } from '../ports/stores/swap-store.ts';
import { cursor, limit, plainText } from './schemas/common.ts';

export const swapQuery = z.strictObject({
  state: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(swapStates)))
    .optional()
    .describe(`One or more, separated by commas, of ${swapStates.join(', ')}.`),
  chain: plainText(64).optional().describe('Of either side.'),
  wallet: plainText(66).optional().describe('Name of a wallet.'),
  limit,
  cursor,
});

/** The filter of a list. */
export function filterOf({ state, ...rest }: z.output<typeof swapQuery>): SwapFilter {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...given, limit: rest.limit, ...(state ? { states: state } : {}) };
}
