import type { ErrorCode } from '../errors/codes.ts';

/** The result of a call to the routing service. */
export interface RouterCall {
  /** `ok`, or the code of the error. */
  outcome: 'ok' | ErrorCode;
  /** Milliseconds since then. */
  age: number;
}

/** Whether the routing service is reachable, by the calls that swaps make. */
export interface RouterHealth {
  /** Records the result of a call. */
  called(outcome: RouterCall['outcome']): void;
  /** The newest call of this process that tells something about the service. */
  last(): RouterCall | undefined;
  /**
   * The newest answer of this process, or `known` (of the other processes) if that is newer. If it
   * is older than a minute, checks that the service can be reached, at most once a minute and
   * outside the call budget.
   */
  read(known?: RouterCall): Promise<RouterCall>;
}

/**
 * `down`: the service cannot be used. `unknown`: the call was not made. Other refusals concern one
 * request only.
 */
export function judgeRouter(outcome: RouterCall['outcome']): 'up' | 'down' | 'unknown' {
  if (outcome === 'ROUTER_UNAVAILABLE' || outcome === 'ROUTER_UNAUTHORIZED') return 'down';
  const isAnswer =
    outcome === 'ok' || (outcome.startsWith('ROUTER_') && outcome !== 'ROUTER_BUDGET_SPENT');
  return isAnswer ? 'up' : 'unknown';
}
