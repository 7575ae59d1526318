import type { Family } from './chains.ts';

/**
 * Families whose accounts have one living lease at a time: what the next one would be depends on how it ends, the number that a wallet contract
 * of TON takes, and the coins that an address of Bitcoin has. The journal's `leases_one_at_a_time` enforces it.
 */
export const familiesOneAtATime: readonly Family[] = ['ton', 'bitcoin'];
