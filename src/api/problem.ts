import type { FundsState } from '../core/swap/swap.ts';
import { type ErrorCode, errorCodes } from '../errors/codes.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';

/** An error as an answer: RFC 9457, with the stable code and where in the body the faults are. */
export interface Problem {
  type: string;
  /** What the code means and what to do: the same for every problem of this type. */
  title: string;
  status: number;
  /** What is wrong this time. */
  detail: string;
  code: string;
  requestId: string;
  /** How far the request got, where that is known. */
  stage?: string;
  fundsState?: FundsState;
  errors?: { pointer: string; detail: string }[];
}

export const problemType = 'application/problem+json';

/** What a create that was refused has done: nothing. */
const refusedCreate = { stage: 'submit', fundsState: 'untouched' } as const;

/** After these a create may have been stored all the same, or the key belongs to another swap. */
const openOutcomes: ReadonlySet<ErrorCode> = new Set([
  'IDEMPOTENCY_CONFLICT',
  'INTERNAL',
  'JOURNAL_BROKEN_INVARIANT',
  'JOURNAL_UNAVAILABLE',
]);

export function toProblem(
  error: FerrymanError,
  { requestId, creating }: { requestId: string; creating: boolean },
): Problem {
  const { status, meaning } = errorCodes[error.code];
  return {
    type: `urn:ferryman:error:${error.code}`,
    title: meaning,
    status,
    // What a fault of our own says is for the log: it may quote anything.
    detail: error.code === 'INTERNAL' ? 'See the log for the cause.' : error.message,
    code: error.code,
    requestId,
    ...(creating && !openOutcomes.has(error.code) ? refusedCreate : {}),
    ...(error.faults.length === 0
      ? {}
      : { errors: error.faults.map(({ pointer, message }) => ({ pointer, detail: message })) }),
  };
}
