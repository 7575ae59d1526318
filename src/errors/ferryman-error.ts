import type { Next } from '../core/decide/next.ts';
import { type ErrorCode, errorCodes } from './codes.ts';

interface FerrymanErrorOptions {
  cause?: unknown;
  /** Overrides the code's own `next` where the circumstances are known better. */
  next?: Next;
  /** Safe, short facts for logs and answers; never keys or raw transactions. */
  details?: Readonly<Record<string, string | number | boolean>>;
  /** Faults that point into the input, as JSON pointers. */
  faults?: readonly Fault[];
  /** Wait at least this long before trying again, in milliseconds (such as a Retry-After). */
  retryAfter?: number;
}

export interface Fault {
  /** JSON pointer into what was given, such as `/amount`. */
  pointer: string;
  message: string;
}

/** The one base error: a stable code, a short message, what to do next, and the cause. */
export class FerrymanError extends Error {
  override readonly name = 'FerrymanError';
  readonly code: ErrorCode;
  readonly next: Next;
  readonly details: Readonly<Record<string, string | number | boolean>>;
  readonly faults: readonly Fault[];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: FerrymanErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.next = options.next ?? errorCodes[code].next;
    this.details = options.details ?? {};
    this.faults = options.faults ?? [];
    this.retryAfter = options.retryAfter;
  }
}

/** The given error if it is ours, else an `INTERNAL` one around it. */
export function toFerrymanError(error: unknown): FerrymanError {
  if (error instanceof FerrymanError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new FerrymanError('INTERNAL', message, { cause: error });
}
