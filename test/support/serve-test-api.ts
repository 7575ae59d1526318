import { randomUUID } from 'node:crypto';
import pino from 'pino';
import type { ApiDependencies } from '../../src/api/api-environment.ts';
import { serveApi } from '../../src/api/serve-api.ts';
import { ensureFirstApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import type { Ferryman } from '../../src/ferryman.ts';

export interface TestApi {
  /** A create, with a text as it is or anything else as JSON. */
  post(body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** A post of JSON to another call. */
  postTo(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  get(path: string): Promise<ApiAnswer>;
  /** A post without a body, such as a cancel. */
  act(path: string): Promise<ApiAnswer>;
  /** Leads the commands to it. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

interface ApiAnswer {
  status: number;
  type: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
  body: any;
}

/**
 * The HTTP API of a Ferryman whose journal is new, asked with its first key.
 * @param parts what it serves besides, such as the dashboard
 */
export async function serveTestApi(
  ferryman: Ferryman,
  parts: Pick<ApiDependencies, 'dashboard'> = {},
): Promise<TestApi> {
  const { key = '' } = (await ensureFirstApiKey(ferryman)) ?? {};
  const api = await serveApi(
    { ...ferryman, ...parts, logger: pino({ level: 'silent' }) },
    { port: 0 },
  );
  const ask = async (path: string, request: RequestInit): Promise<ApiAnswer> => {
    const answer = await fetch(`${api.url}${path}`, request);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: await answer.json(),
    };
  };
  const authorization = `Bearer ${key}`;
  return {
    post: (body, headers = {}) =>
      ask('/v1/swaps', {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    postTo: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    environment: { FERRYMAN_API_URL: api.url, FERRYMAN_API_KEY: `${key}` },
    get: (path) => ask(path, { headers: { authorization } }),
    act: (path) => ask(path, { method: 'POST', headers: { authorization } }),
    close: () => api.close(),
  };
}
