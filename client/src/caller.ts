import { attempt } from './attempt.ts';
import { FerrymanApiError, FerrymanConnectionError } from './errors.ts';
import { type OperationId, operationOf } from './operation.ts';
import type { CallOptions } from './operation-types.ts';
import { pause } from './pause.ts';
import { pauseBefore } from './retry-policy.ts';

export interface ClientOptions {
  /** Where the service listens, such as `http://127.0.0.1:7300`. */
  url: string;
  /** `fm_…`. A browser leaves it out if something else proves who it is. */
  apiKey?: string | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** How often a call is repeated at most. Default: 4. */
  retries?: number | undefined;
  /** Of one attempt, in milliseconds. Default: 30,000. */
  timeoutMs?: number | undefined;
}

/** A call without its type. */
export interface LooseRequest extends CallOptions {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
}

export interface Caller {
  readonly retries: number;
  /** The answer's JSON; the text of an export. */
  call(id: OperationId, request?: LooseRequest): Promise<unknown>;
  /** Opens a stream, without retries; the time limit is for its head. */
  open(
    id: OperationId,
    request: LooseRequest & { headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
}

/** Throws `TypeError` for options that can never work. */
export function createCaller({
  url,
  apiKey,
  fetch: given,
  retries: defaultRetries = 4,
  timeoutMs: defaultTimeout = 30_000,
}: ClientOptions): Caller {
  if (!/^https?:\/\//i.test(url)) throw new TypeError(`"${url}" is not the URL of a Ferryman`);
  const base = url.replace(/\/+$/, '');
  // Browsers demand that `fetch` is called as their own.
  const send: typeof fetch = given ?? ((...request) => globalThis.fetch(...request));

  const exchangeOf = (id: OperationId, request: LooseRequest, more: Record<string, string>) => {
    const { method, path, has } = operationOf(id);
    const {
      query,
      body,
      signal,
      timeoutMs = timeLimitOf(id, defaultTimeout),
      idempotencyKey,
    } = request;
    const headers: Record<string, string> = { accept: 'application/json, */*;q=0.5', ...more };
    if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
    if (has('body')) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    return {
      fetch: send,
      url: `${base}${withParams(path, request.path ?? {})}${searchOf(query)}`,
      request: { method, headers, ...(has('body') ? { body: JSON.stringify(body ?? {}) } : {}) },
      ...{ signal, timeoutMs, idempotencyKey },
    };
  };

  return {
    retries: defaultRetries,
    async call(id, request = {}) {
      const { has } = operationOf(id);
      const { signal, retries = defaultRetries } = request;
      const idempotencyKey = has('key') ? (request.idempotencyKey ?? randomKey()) : undefined;
      const exchange = exchangeOf(id, { ...request, idempotencyKey }, {});
      for (let failures = 1; ; failures += 1) {
        try {
          return await attempt(exchange, (response, progress) => bodyOf(id, response, progress));
        } catch (error) {
          if (!(error instanceof FerrymanApiError || error instanceof FerrymanConnectionError))
            throw error;
          const milliseconds =
            failures > retries
              ? undefined
              : pauseBefore(error, { attempt: failures, isRepeatable: has('repeat') });
          if (milliseconds === undefined) throw error;
          await pause(milliseconds, signal);
        }
      }
    },
    open: (id, { headers = {}, ...request }) =>
      attempt(exchangeOf(id, request, headers), async (response) => {
        if (/^text\/event-stream\b/i.test(typeOf(response))) return response;
        throw foreignAnswer(response);
      }),
  };
}

/** Both go through the journal before the answer begins. */
function timeLimitOf(id: OperationId, usual: number): number {
  return id === 'createBackup' || id === 'runRetention' ? Math.max(usual, 15 * 60_000) : usual;
}

function withParams(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // An empty one would be another call.
    if (!value) throw new TypeError(`the call needs "${name}"`);
    return encodeURIComponent(value);
  });
}

function searchOf(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Something between may answer 200 with a page of its own: it says nothing about the call. */
async function bodyOf(id: OperationId, response: Response, progress: () => void): Promise<unknown> {
  const type = typeOf(response);
  if (/^application\/json\b/i.test(type)) return response.json();
  if (id === 'exportSwaps' && /^(text\/csv|application\/x-ndjson)\b/i.test(type))
    return textOf(response, progress);
  if (id === 'exportBooks' && /^text\/(csv|plain|html)\b/i.test(type))
    return textOf(response, progress);
  throw foreignAnswer(response);
}

/** An export takes as long as it takes: only its silence ends it. */
async function textOf({ body }: Response, progress: () => void): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  const texts: string[] = [];
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return texts.join('') + decoder.decode();
    texts.push(decoder.decode(chunk.value, { stream: true }));
    progress();
  }
}

function typeOf(response: Response): string {
  return response.headers.get('content-type') ?? '';
}

function foreignAnswer(response: Response): Error {
  const type = typeOf(response) || 'no type';
  return new Error(`it answers ${response.status} with ${type}, not as a Ferryman does`);
}

/** `crypto.randomUUID` is missing on pages that came without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
