/**
 * `execution`: a call without which a swap cannot go on. `polling`: a check whether something
 * happened. `preview`: for a person or program that only wants to know.
 */
export type CallKind = 'execution' | 'polling' | 'preview';

/** The budget of calls to the routing service, shared by all processes that use the same key. */
export interface CallBudget {
  /**
   * Takes one call, after a short wait if necessary.
   * @throws `ROUTER_BUDGET_SPENT` with the time until a call is free, `REDIS_UNAVAILABLE`
   */
  take(kind: CallKind): Promise<void>;
  /**
   * Takes `count` consecutive calls or none, so that no call of a sequence is wasted.
   * @param kind default: `execution`
   * @throws `ROUTER_BUDGET_SPENT` with the time until that many are free, `REDIS_UNAVAILABLE`
   */
  reserve(count: number, kind?: Exclude<CallKind, 'polling'>): Promise<ReservedCalls>;
}

/**
 * Calls taken from the budget and not made yet. They expire with the minute they are counted in.
 */
export interface ReservedCalls {
  /** Uses one call. False: none is left, or the minute is over. */
  use(): boolean;
  /**
   * Takes the calls missing to have `count` usable ones, all of them or none.
   * @throws what `reserve` throws
   */
  require(count: number): Promise<void>;
  /**
   * Returns unused calls. Throws nothing: calls that are not returned count until the minute is
   * over.
   */
  giveBack(): Promise<void>;
}
