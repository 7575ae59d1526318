import type { Policy } from '../../src/core/policy.ts';
import { hangLimit } from './hang-limit.ts';

/**
 * Time enough, on a machine that is slow, for everything that goes on by itself when its time is over: a test in which none of
 * this is the subject sees one signature for each step and no one asked for. A test that is about one of them sets it.
 */
export const patientPolicy = {
  signWithin: 60_000,
  leaseHold: 60_000,
  // The router's own transactions are good for two minutes.
  inclusionWithin: 100_000,
  bumpAfter: 60_000,
  reviewAfter: hangLimit,
} as const satisfies Partial<Policy>;
