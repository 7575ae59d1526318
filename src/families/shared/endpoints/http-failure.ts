import { readRetryAfter } from '../../../core/text/retry-after.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';

/** An HTTP status that is no answer. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  /** Milliseconds that the node wants to be left alone. */
  readonly retryAfter: number | undefined;

  constructor(status: number, headers: Pick<Headers, 'get'>) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfter = readRetryAfter(headers);
  }
}

const notThere: readonly number[] = [404, 405, 501];

/**
 * A question that got no answer: `RPC_UNAVAILABLE`, or `RPC_UNSUPPORTED` where there is no such
 * path.
 */
export function mapFailure(error: unknown, path: string, host: string): FerrymanError {
  const details = { host, path };
  if (error instanceof HttpStatusError) {
    const { status, retryAfter } = error;
    const code = notThere.includes(status) ? 'RPC_UNSUPPORTED' : 'RPC_UNAVAILABLE';
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
  if (error instanceof SyntaxError) return 'the answer is no JSON';
  return 'the connection failed or the answer is unreadable';
}
