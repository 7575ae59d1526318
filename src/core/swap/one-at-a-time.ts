import { type Family, families, formatsOf } from './chains.ts';

/**
 * Families that allow one living lease per account. The journal's `leases_one_at_a_time` enforces
 * it.
 */
export const familiesOneAtATime: readonly Family[] = families.filter(
  (family) => formatsOf(family).oneLeaseAtATime,
);
