import type { Problem } from '../generated/api.ts';
import { FerrymanApiError, FerrymanConnectionError } from './errors.ts';

export interface Exchange {
  fetch: typeof fetch;
  url: string;
  request: RequestInit;
  signal: AbortSignal | undefined;
  /** In milliseconds, from the request, or the last progress, to the end of what `read` reads. */
  timeoutMs: number;
  idempotencyKey?: string | undefined;
}

/**
 * Sends one request, once. Throws `FerrymanApiError` for a problem, `FerrymanConnectionError` if no
 * answer of a Ferryman comes in time, and the signal's reason.
 */
export async function attempt<Result>(
  { fetch, url, request, signal, timeoutMs, idempotencyKey }: Exchange,
  read: (response: Response, progress: () => void) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  // Composed by hand: Node 20 forgets timeouts that only `AbortSignal.any` refers to.
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const start = () =>
    setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  let timer = start();
  const progress = () => {
    clearTimeout(timer);
    timer = start();
  };
  let status: number | undefined;
  let retryAfterMs: number | undefined;
  try {
    // Another address does not get the API key.
    const init: RequestInit = { ...request, redirect: 'error', signal: controller.signal };
    const response = await fetch(url, init);
    ({ status } = response);
    retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
    if (response.ok) return await read(response, progress);
    const problem: unknown = await response.json();
    if (!isProblem(problem)) throw new Error(`it answers ${status} without saying why`);
    throw new FerrymanApiError({ ...problem, status }, { retryAfterMs, idempotencyKey });
  } catch (cause) {
    if (cause instanceof FerrymanApiError) throw cause;
    if (signal?.aborted) throw signal.reason;
    const { host } = new URL(url);
    throw new FerrymanConnectionError(`no Ferryman answers at ${host}: ${reasonOf(cause)}`, {
      outcome: status === undefined && isUnsent(cause) ? 'not_sent' : 'unknown',
      ...{ status, cause, retryAfterMs, idempotencyKey },
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { code, detail } = value as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string';
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Node says why it had no connection. Browsers do not. */
function isUnsent(error: unknown): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(causeOf(error).code);
}

function reasonOf(error: unknown): string {
  const { code, message } = causeOf(error);
  return message || code || String(error);
}

/** `fetch` hides what happened in its error's cause. */
function causeOf(error: unknown): { code: string; message: string } {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = inner as { code?: unknown; message?: unknown };
  return { code: String(code ?? ''), message: String(message ?? '') };
}
