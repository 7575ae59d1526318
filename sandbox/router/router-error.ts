/**
 * Error codes of the routing service. 1001–1999 and 2006: the request; 2001–2999: no route;
 * 3001–3999: the wallet cannot execute it.
 */
type RouterErrorCode =
  | (1001 | 1002 | 1003 | 1004 | 1005 | 1006 | 1999)
  | (2001 | 2003 | 2004 | 2005 | 2006 | 2999)
  | (3001 | 3003 | 3004 | 3007 | 3100);

export interface RouterProblem {
  readonly code: RouterErrorCode;
  readonly reason: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Refuses the request with 400 and `{errors: [...]}`. */
export class ValidationError extends Error {
  readonly problems: readonly RouterProblem[];

  constructor(problems: readonly RouterProblem[], options?: ErrorOptions) {
    super(problems.map(({ reason }) => reason).join('; '), options);
    this.name = new.target.name;
    this.problems = problems;
  }
}

/**
 * The request lacks members, or some have the wrong type. In the deployed shape the framework
 * refuses it with 400 and `{statusCode, message, error}`.
 */
export class MalformedRequest extends ValidationError {}

/** Refuses a valid request that the router cannot serve, with `{error: {...}, id}`. */
export class RouteError extends Error {
  readonly problem: RouterProblem;

  constructor(problem: RouterProblem) {
    super(problem.reason);
    this.name = 'RouteError';
    this.problem = problem;
  }
}
