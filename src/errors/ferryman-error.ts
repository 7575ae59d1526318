import type { Next } from '../core/decide/next.ts';
import { type ErrorCode, errorCodes } from './codes.ts';

interface FerrymanErrorOptions {
  cause?: unknown;
  /** Overrides the code's `next` if the caller knows better. */
  next?: Next;
  /** Short, safe facts for logs and responses. Never keys or raw transactions. */
  details?: Readonly<Record<string, string | number | boolean>>;
  /** Faults in the input, with JSON pointers. */
  faults?: readonly Fault[];
  /** Minimum time before a retry, in milliseconds (for example from Retry-After). */
  retryAfter?: number;
}

export interface Fault {
  /** JSON pointer into the input, such as `/amount`. */
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

/** Returns a `FerrymanError` unchanged, and wraps any other error as `INTERNAL`. */
export function toFerrymanError(error: unknown): FerrymanError {
  if (error instanceof FerrymanError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new FerrymanError('INTERNAL', message, { cause: error });
}
