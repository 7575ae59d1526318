/**
 * Asks for the transactions that an account signed in a period, in milliseconds since the epoch.
 */
export interface SignedQuestion {
  account: string;
  from: number;
  until: number;
}

/** The transactions that a chain shows an account has signed. */
export type SignedHistory =
  /**
   * A transaction signed by then may still land. Ask again after `retryAfter` milliseconds or
   * later.
   */
  | { kind: 'open'; retryAfter: number }
  | {
      /** `cut`: there are more than one search goes through. */
      kind: 'whole' | 'cut';
      /**
       * All that were signed in the period and have landed, or wait in a pool if they never expire.
       * May include transactions signed before or after it.
       */
      txIds: readonly string[];
    };
