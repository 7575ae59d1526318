import type { ErrorCode } from '../errors/codes.ts';

/** What came of a call to the routing service. */
export interface RouterCall {
  /** `ok`, or the code of the error. */
  outcome: 'ok' | ErrorCode;
  /** Milliseconds since then. */
  age: number;
}

/** Whether the routing service answers, known from the calls that swaps make. */
export interface RouterHealth {
  /** A call came to an end. */
  called(outcome: RouterCall['outcome']): void;
  /** The newest call of this process that says something about the service. */
  last(): RouterCall | undefined;
  /**
   * The newest answer of this process, or `known` (of the others) if that is newer. If the newest
   * is older than a minute, it checks that the service can be reached, at most once a minute and
   * outside the call budget.
   */
  read(known?: RouterCall): Promise<RouterCall>;
}

/**
 * `down`: the service cannot be used. Other refusals concern one request. `unknown`: the call was
 * not made.
 */
export function judgeRouter(outcome: RouterCall['outcome']): 'up' | 'down' | 'unknown' {
  if (outcome === 'ROUTER_UNAVAILABLE' || outcome === 'ROUTER_UNAUTHORIZED') return 'down';
  const isAnswer =
    outcome === 'ok' || (outcome.startsWith('ROUTER_') && outcome !== 'ROUTER_BUDGET_SPENT');
  return isAnswer ? 'up' : 'unknown';
}
