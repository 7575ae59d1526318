import type { z } from 'zod';
import type { Config } from '../config/config.ts';
import { isErrorCode } from '../errors/codes.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { getAnswer, listAnswer, problemAnswer, swapOnlyAnswer } from './swap-answer.ts';
import { timeLimit } from './time-limit.ts';

/** How a person ends a swap that waits for one. */
interface Resolved {
  as: string;
  evidence?: string;
  reason: string;
  /** Absent: the newest is judged. */
  version?: number;
}

export interface ApiClient {
  createSwap(idempotencyKey: string, job: unknown): Promise<z.infer<typeof swapOnlyAnswer>>;
  getSwap(id: string): Promise<z.infer<typeof getAnswer>>;
  cancelSwap(id: string): Promise<z.infer<typeof swapOnlyAnswer>>;
  retrySwap(id: string): Promise<z.infer<typeof swapOnlyAnswer>>;
  acknowledgeSwap(id: string, note: string): Promise<z.infer<typeof swapOnlyAnswer>>;
  resolveSwap(id: string, resolution: Resolved): Promise<z.infer<typeof swapOnlyAnswer>>;
  listSwaps(query: Readonly<Record<string, string>>): Promise<z.infer<typeof listAnswer>>;
}

/** For one call, in milliseconds. */
const timeout = 30_000;

/**
 * A running Ferryman over HTTP. Its problems are thrown as the errors they were there;
 * `API_UNAVAILABLE` if nobody answers.
 */
export function createApiClient(
  { apiUrl, apiKey }: Config['client'],
  signal: AbortSignal,
): ApiClient {
  async function call<Answer extends z.ZodType>(
    answer: Answer,
    method: 'GET' | 'POST',
    path: string,
    { body: given, idempotencyKey }: { body?: unknown; idempotencyKey?: string } = {},
  ): Promise<z.output<Answer>> {
    const { status, body } = await exchange(`${apiUrl.replace(/\/+$/, '')}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeLimit(timeout)]),
      headers: {
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(given === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    });
    if (status >= 400) throw problemOf(body, status);
    const parsed = answer.safeParse(body);
    if (parsed.success) return parsed.data;
    throw unavailable(
      `${new URL(apiUrl).host} answers, but not as a Ferryman of this version`,
      parsed.error,
    );
  }

  return {
    createSwap: (idempotencyKey, body) =>
      call(swapOnlyAnswer, 'POST', '/v1/swaps', { idempotencyKey, body }),
    getSwap: (id) => call(getAnswer, 'GET', pathOf(id)),
    cancelSwap: (id) => call(swapOnlyAnswer, 'POST', pathOf(id, '/cancel')),
    retrySwap: (id) => call(swapOnlyAnswer, 'POST', pathOf(id, '/retry')),
    acknowledgeSwap: (id, note) =>
      call(swapOnlyAnswer, 'POST', pathOf(id, '/acknowledge'), { body: { note } }),
    resolveSwap: (id, body) => call(swapOnlyAnswer, 'POST', pathOf(id, '/resolve'), { body }),
    listSwaps: (query) => call(listAnswer, 'GET', `/v1/swaps?${new URLSearchParams(query)}`),
  };
}

function pathOf(id: string, what = ''): string {
  return `/v1/swaps/${encodeURIComponent(id)}${what}`;
}

async function exchange(
  url: string,
  request: RequestInit,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, body: await response.json() };
  } catch (cause) {
    throw unavailable(
      `no Ferryman answers at ${new URL(url).host}; start one with \`ferryman up\``,
      cause,
    );
  }
}

function problemOf(body: unknown, status: number): FerrymanError {
  const problem = problemAnswer.safeParse(body).data;
  if (!problem) return unavailable(`the API answers ${status} without saying why`);
  return new FerrymanError(isErrorCode(problem.code) ? problem.code : 'INTERNAL', problem.detail, {
    faults: problem.errors.map(({ pointer, detail }) => ({ pointer, message: detail })),
    ...(problem.requestId === undefined ? {} : { details: { requestId: problem.requestId } }),
  });
}

function unavailable(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('API_UNAVAILABLE', message, { cause });
}
