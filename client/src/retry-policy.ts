import { FerrymanApiError, FerrymanConnectionError, type FerrymanError } from './errors.ts';

/** A service that wants a longer pause gets no retry. */
const longestPause = 60_000;
/** Of the backoff, in milliseconds: each pause is up to twice as long as the one before. */
const [firstPause, lastPause] = [250, 10_000];

/**
 * The pause before a failed call is sent again, in milliseconds; undefined: it is not.
 * @param attempt how often it has failed
 * @param isRepeatable whether it may be sent again although it may have been done
 */
export function pauseBefore(
  error: FerrymanError,
  {
    attempt,
    isRepeatable,
    random = Math.random,
  }: { attempt: number; isRepeatable: boolean; random?: () => number },
): number | undefined {
  if (!(isUndone(error) || (isRepeatable && isPassing(error)))) return undefined;
  const backoff = Math.min(lastPause, firstPause * 2 ** (attempt - 1));
  const { retryAfterMs = 0 } = error;
  if (retryAfterMs > longestPause) return undefined;
  // Those who were refused together do not come back together.
  return retryAfterMs + (backoff * (1 + random())) / 2;
}

/** Nothing has been done: the service has not seen the request, or refused it unread. */
function isUndone(error: FerrymanError): boolean {
  if (error instanceof FerrymanConnectionError && error.outcome === 'not_sent') return true;
  return error.status === 429 || error.code === 'STARTING';
}

/** What is wrong may pass by itself. */
function isPassing(error: FerrymanError): boolean {
  if (error instanceof FerrymanConnectionError) return true;
  if (error.status === 503 || error.status === 504) return true;
  // Another service has failed, or has given an answer that it would give again.
  return (
    error instanceof FerrymanApiError &&
    error.status === 502 &&
    (error.retryAfterMs !== undefined || error.code.endsWith('_UNAVAILABLE'))
  );
}
