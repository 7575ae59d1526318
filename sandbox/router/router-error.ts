/**
 * Codes of the routing service that the sandbox answers with. 1001–1999 and 2006: the request;
 * 2001–2999: no route; 3001–3999: the wallet cannot execute it.
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

/** The request is refused: answered with 400 and `{errors: [...]}`. */
export class ValidationError extends Error {
  readonly problems: readonly RouterProblem[];

  constructor(problems: readonly RouterProblem[], options?: ErrorOptions) {
    super(problems.map(({ reason }) => reason).join('; '), options);
    this.name = new.target.name;
    this.problems = problems;
  }
}

/**
 * The request does not have the form that its endpoint takes: members are missing, or of a wrong
 * type. In the deployed shape a framework refuses it before the service sees it, with 400 and
 * `{statusCode, message, error}`.
 */
export class MalformedRequest extends ValidationError {}

/** The request is understood but cannot be served: answered with `{error: {...}, id}`. */
export class RouteError extends Error {
  readonly problem: RouterProblem;

  constructor(problem: RouterProblem) {
    super(problem.reason);
    this.name = 'RouteError';
    this.problem = problem;
  }
}
