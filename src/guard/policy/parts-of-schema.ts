import { z } from 'zod';

/** Members that several sections of a policy file have. */

export const address = z.string().min(1, 'is empty').max(200, 'is too long for an address');
export const bps = z
  .int('is not a whole number')
  .min(0, 'is negative')
  .max(10_000, 'is more than 10,000 bps');
/** For the people who keep the file: why the entry is there. The guard does not read it. */
export const note = z.string().max(500, 'is longer than 500 characters').exactOptional();
