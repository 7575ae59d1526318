import { BaseError, HttpRequestError, TimeoutError } from 'viem';

/** Whether a call failed because the engine did not answer, as opposed to answering with an error. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null;
}
