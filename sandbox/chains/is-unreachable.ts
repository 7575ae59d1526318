import { BaseError, SocketClosedError, TimeoutError, WebSocketRequestError } from 'viem';

const signs = [SocketClosedError, TimeoutError, WebSocketRequestError];

/** Node's network errors: nothing listens on the port, or the connection broke. */
const networkErrors: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Whether a call failed because the engine did not answer, as opposed to an error answer. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return (
    error.walk((cause) => signs.some((sign) => cause instanceof sign) || isNetworkError(cause)) !==
    null
  );
}

/** viem passes on the error event of its WebSocket, whose `error` is Node's. */
function isNetworkError(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const { error = cause } = cause as { error?: unknown };
  return (
    typeof error === 'object' && error !== null && 'code' in error && networkErrors.has(error.code)
  );
}
