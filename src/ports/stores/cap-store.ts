import type { CapUsage } from '../../core/caps/cap-standing.ts';
import type { JobRule } from '../../core/swap/job.ts';

/** What is reserved of the operator's caps. Leases reserve it. */
export interface CapStore {
  /**
   * What counts in each window.
   * @param at when the windows end, in milliseconds since the epoch. Default: now
   */
  capUsage(at?: number): Promise<CapUsage[]>;
  /**
   * The rules whose payments count, in the newest version that a payment bears.
   * @param at as for `capUsage`
   */
  rulesInUse(at?: number): Promise<JobRule[]>;
  /**
   * Makes the oldest swaps due that wait for room in a cap. Called where a swap has ended, if a cap
   * bounds what is unsettled. Returns how many are due.
   */
  wakeCapped(limit: number): Promise<number>;
}
