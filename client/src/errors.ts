import type { ErrorCode, Problem } from '../generated/api.ts';

/** One of the codes that this version knows, or a newer one. */
export type AnyErrorCode = ErrorCode | (string & {});

/** A fault in the body or the query. */
export interface Fault {
  /** Where it is, as a JSON pointer such as `/from/chain`. */
  pointer: string;
  detail: string;
}

/** The service has refused the call, or failed in it: its answer is a problem (RFC 9457). */
export class FerrymanApiError extends Error {
  override readonly name = 'FerrymanApiError';
  /** Stable. `docs/errors.md` says what each code means and what to do. */
  readonly code: AnyErrorCode;
  /** Of HTTP. */
  readonly status: number;
  /** What the code means and what to do about it. */
  readonly title: string;
  /** What is wrong this time. */
  readonly detail: string;
  /** Under which the service's log has the request. */
  readonly requestId: string;
  /** How far the request got, if that is known. */
  readonly stage: string | undefined;
  /** Where the money is, if that is known. */
  readonly fundsState: Problem['fundsState'];
  readonly faults: readonly Fault[];
  /** When the service wants to be asked again, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Under which a swap was submitted. Use it again to repeat the job. */
  readonly idempotencyKey: string | undefined;

  constructor(problem: Problem, { retryAfterMs, idempotencyKey }: ErrorFacts = {}) {
    const { code, detail, errors = [] } = problem;
    const faults = errors.slice(0, 5).map((fault) => ` ${fault.pointer} ${fault.detail}.`);
    super(`${code}: ${detail}${faults.length === 0 ? '' : `.${faults.join('')}`}`);
    this.code = code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = detail;
    this.requestId = problem.requestId;
    this.stage = problem.stage;
    this.fundsState = problem.fundsState;
    this.faults = errors;
    this.retryAfterMs = retryAfterMs;
    this.idempotencyKey = idempotencyKey;
  }
}

/** No answer of a Ferryman has come. */
export class FerrymanConnectionError extends Error {
  override readonly name = 'FerrymanConnectionError';
  readonly code = 'API_UNAVAILABLE' as const;
  /**
   * `not_sent`: nothing has reached the service. `unknown`: the act may have been done. Look before
   * you repeat it, or repeat it under the same idempotency key.
   */
  readonly outcome: 'not_sent' | 'unknown';
  /** Of HTTP, if there was an answer. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Under which a swap was submitted. Use it again to repeat the job. */
  readonly idempotencyKey: string | undefined;

  constructor(
    message: string,
    {
      outcome,
      status,
      cause,
      retryAfterMs,
      idempotencyKey,
    }: ErrorFacts & {
      outcome: 'not_sent' | 'unknown';
      status?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause });
    this.outcome = outcome;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.idempotencyKey = idempotencyKey;
  }
}

interface ErrorFacts {
  retryAfterMs?: number | undefined;
  idempotencyKey?: string | undefined;
}

export type FerrymanError = FerrymanApiError | FerrymanConnectionError;

/** Whether a call has failed, and with one of these codes if some are given. */
export function isFerrymanError(error: unknown, ...codes: AnyErrorCode[]): error is FerrymanError {
  return (
    (error instanceof FerrymanApiError || error instanceof FerrymanConnectionError) &&
    (codes.length === 0 || codes.includes(error.code))
  );
}
