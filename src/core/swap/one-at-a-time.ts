import { type Family, families, formatsOf } from './chains.ts';

/**
 * Families whose accounts have one living lease at a time. The journal's `leases_one_at_a_time`
 * enforces it.
 */
export const familiesOneAtATime: readonly Family[] = families.filter(
  (family) => formatsOf(family).oneLeaseAtATime,
);
