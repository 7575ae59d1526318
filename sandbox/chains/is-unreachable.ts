import { BaseError, SocketClosedError, TimeoutError, WebSocketRequestError } from 'viem';

const signs = [SocketClosedError, TimeoutError, WebSocketRequestError];

/** Whether a call failed because the engine did not answer, as opposed to answering with an error. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => signs.some((sign) => cause instanceof sign)) !== null;
}
