/**
 * `execution`: the calls that a swap cannot go on without. `polling`: looking whether something has
 * happened.
 */
export type CallKind = 'execution' | 'polling';

/** How many calls the routing service takes, shared by everybody who uses it with the same key. */
export interface CallBudget {
  /**
   * Takes one call, after a short wait if need be.
   * @throws `ROUTER_BUDGET_SPENT` with the time until there is one again, `REDIS_UNAVAILABLE`
   */
  take(kind: CallKind): Promise<void>;
  /**
   * Takes so many calls of `execution` that follow one another, or none: so that none of them is
   * made in vain.
   * @throws `ROUTER_BUDGET_SPENT` with the time until there are as many again, `REDIS_UNAVAILABLE`
   */
  reserve(count: number): Promise<ReservedCalls>;
}

/**
 * Calls that are taken and not made yet. They are used within the minute in which they count, or
 * not at all.
 */
export interface ReservedCalls {
  /** Uses one up. False: none is left, or the minute is over. */
  use(): boolean;
  /**
   * Takes what is missing to have so many that can be used, all of it or nothing.
   * @throws what `reserve` throws
   */
  require(count: number): Promise<void>;
  /**
   * Gives back what was not used. Nothing is thrown: what is not given back counts until the minute
   * is over.
   */
  giveBack(): Promise<void>;
}
