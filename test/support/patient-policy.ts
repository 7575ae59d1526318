import type { Policy } from '../../src/core/decide/policy.ts';
import { hangLimit } from './hang-limit.ts';

/**
 * Timers long enough for a slow machine: each step is signed once, and no swap goes to a person. A
 * test that is about one of these timers sets it.
 */
export const patientPolicy = {
  signWithin: 60_000,
  leaseHold: 60_000,
  // The router's own transactions are good for two minutes.
  inclusionWithin: 100_000,
  bumpAfter: 60_000,
  reviewAfter: hangLimit,
} as const satisfies Partial<Policy>;
