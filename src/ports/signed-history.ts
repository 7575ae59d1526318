/**
 * Which transactions of an account are asked for: those that were signed within a time. Both ends
 * in milliseconds since the epoch.
 */
export interface SignedQuestion {
  account: string;
  from: number;
  until: number;
}

/** What a chain shows that an account has signed. */
export type SignedHistory =
  /**
   * Something that was signed by then may still land. To be asked again, after so many milliseconds
   * or later.
   */
  | { kind: 'open'; retryAfter: number }
  | {
      /** `cut`: there are more than one look goes through. */
      kind: 'whole' | 'cut';
      /**
       * All that were signed within the time and have landed, or wait in a pool where their chain
       * has no end for them. What was signed before or after may be among them.
       */
      txIds: readonly string[];
    };
