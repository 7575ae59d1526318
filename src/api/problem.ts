import { type FundsState, fundsStates } from '../core/swap/swap.ts';
import { type ErrorCode, errorCodes } from '../errors/codes.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';

/** An error response (RFC 9457) with the stable code and the pointers of faults in the body. */
export interface Problem {
  type: string;
  /** What the code means and what to do: the same for every problem of this type. */
  title: string;
  status: number;
  /** The error of this request. */
  detail: string;
  code: string;
  requestId: string;
  /** How far the request got, if known: `submit` of a create; of a swap that is there, its state. */
  stage?: string;
  /** Where the money of the swap is. */
  fundsState?: FundsState;
  errors?: { pointer: string; detail: string }[];
}

export const problemType = 'application/problem+json';

/** A refused create has changed nothing. */
const refusedCreate = { stage: 'submit', fundsState: 'untouched' } as const;

/**
 * After these, the create may be stored anyway, the key belongs to another swap, or there is another
 * swap whose place was to be taken, and whose payment may have landed.
 */
const openOutcomes: ReadonlySet<ErrorCode> = new Set([
  'FUNDS_UNKNOWN',
  'IDEMPOTENCY_CONFLICT',
  'INTERNAL',
  'JOURNAL_BROKEN_INVARIANT',
  'JOURNAL_UNAVAILABLE',
  'PAYMENT_LANDED',
  'PAYMENT_MAY_LAND',
  'SWAP_NOT_ENDED',
  'SWAP_REPLACED',
  'SWAP_RETRIED',
]);

/** An answer names no more faults than a person reads. */
const maxFaults = 100;

export function toProblem(
  error: FerrymanError,
  { requestId, creating }: { requestId: string; creating: boolean },
): Problem {
  const { status, meaning } = errorCodes[error.code];
  return {
    type: `urn:ferryman:error:${error.code}`,
    title: meaning,
    status,
    // The message of an internal error may quote anything, so only the log has it.
    detail: error.code === 'INTERNAL' ? 'See the log for the cause.' : error.message,
    code: error.code,
    requestId,
    ...(creating && !openOutcomes.has(error.code) ? refusedCreate : standingOf(error)),
    ...(error.faults.length === 0
      ? {}
      : {
          errors: error.faults
            .slice(0, maxFaults)
            .map(({ pointer, message }) => ({ pointer, detail: message })),
        }),
  };
}

/** What an error tells of its swap. */
function standingOf({ details }: FerrymanError): Pick<Problem, 'stage' | 'fundsState'> {
  const fundsState = fundsStates.find((state) => state === details.fundsState);
  return fundsState === undefined ? {} : { stage: String(details.stage), fundsState };
}
