import { readRetryAfter } from '../../../core/text/retry-after.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';

/** An HTTP status that is an error. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  /** The node's `Retry-After`, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, headers: Pick<Headers, 'get'>) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfter = readRetryAfter(headers);
  }
}

const notFoundStatuses: readonly number[] = [404, 405, 501];

/**
 * Translates a failed request: `RPC_UNSUPPORTED` if the path does not exist, otherwise
 * `RPC_UNAVAILABLE`.
 */
export function mapFailure(error: unknown, path: string, host: string): FerrymanError {
  const details = { host, path };
  if (error instanceof HttpStatusError) {
    const { status, retryAfter } = error;
    const code = notFoundStatuses.includes(status) ? 'RPC_UNSUPPORTED' : 'RPC_UNAVAILABLE';
    return new FerrymanError(code, `${host} does not answer ${path}: HTTP ${status}`, {
      details,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
  return new FerrymanError(
    'RPC_UNAVAILABLE',
    `${host} does not answer ${path}: ${describe(error)}`,
    { details },
  );
}

function describe(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timed out';
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  return 'the connection failed or the answer is unreadable';
}
