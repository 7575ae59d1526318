import { z } from 'zod';
import { swapStates } from '../core/swap/swap.ts';
import { distinctFaults } from '../errors/distinct-faults.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { SwapFilter } from '../ports/stores/swap-store.ts';

const query = z.strictObject({
  /** One or more, separated by commas. */
  state: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(swapStates)))
    .optional(),
  chain: z.string().min(1).max(64).optional(),
  wallet: z.string().min(1).max(66).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(200))
    .default(50),
  cursor: z.string().min(1).max(512).optional(),
});

/**
 * The filter of a list, out of the query of its address. @throws `INVALID_REQUEST` with every fault
 */
export function parseSwapQuery(parameters: Readonly<Record<string, string>>): SwapFilter {
  const parsed = query.safeParse(parameters);
  if (!parsed.success) {
    const faults = parsed.error.issues.flatMap((issue) => {
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])];
      return names.map((name) => ({ pointer: `/${name}`, message: issue.message }));
    });
    throw new FerrymanError('INVALID_REQUEST', 'the query is malformed', {
      faults: distinctFaults(faults),
    });
  }
  const { state, ...rest } = parsed.data;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...given, limit: rest.limit, ...(state ? { states: state } : {}) };
}
