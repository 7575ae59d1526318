/** `execution`: the calls that a swap can not go on without. `polling`: looking whether something has happened. */
export type CallKind = 'execution' | 'polling';

/** How many calls the routing service takes, shared by everybody who uses it with the same key. */
export interface CallBudget {
  /**
   * Takes one call, after a short wait if need be.
   * @throws `ROUTER_BUDGET_SPENT` with the time until there is one again, `REDIS_UNAVAILABLE`
   */
  take(kind: CallKind): Promise<void>;
}
