import { readRetryAfter } from '../../../core/text/retry-after.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { HttpCall, HttpResponse } from '../../../ports/http.ts';
import { readBounded } from '../../shared/endpoints/read-bounded.ts';

/** An endpoint's refusal of one call (JSON-RPC 2.0, error object). */
export class RpcRefusal extends Error {
  readonly code: number;
  readonly data: unknown;
  /** The node's `Retry-After`, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(code: number, message: string, data: unknown, retryAfter?: number) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

export interface Question {
  method: string;
  params: readonly unknown[];
}

/** One answer per question, in their order. A refusal is an answer. */
type Answers = readonly (unknown | RpcRefusal)[];

/**
 * Asks in one HTTP request. Throws `RPC_UNAVAILABLE`. Errors contain neither the URL, which may
 * contain an API key, nor the parameters, which may contain a transaction.
 */
export type AskRpc = (questions: readonly Question[]) => Promise<Answers>;

export function createRpc(
  url: string,
  { timeoutMs, fetch }: { timeoutMs: number; fetch: HttpCall },
): AskRpc {
  const { host } = new URL(url);
  return async (questions) => {
    const body = questions.map(({ method, params }, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params,
    }));
    const methods = questions.map(({ method }) => method).join(', ');
    const unavailable = (what: string, more: { retryAfter?: number } = {}): FerrymanError =>
      new FerrymanError('RPC_UNAVAILABLE', `${host} does not answer ${methods}: ${what}`, {
        details: { host, method: methods },
        ...more,
      });
    let response: HttpResponse;
    let text: string;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body.length === 1 ? body[0] : body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      // The timeout must cover the body too, not only the headers.
      text = await readBounded(response);
    } catch (cause) {
      const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
      throw unavailable(
        timedOut ? 'timed out' : 'the connection failed or the answer is too large',
      );
    }
    if (!response.ok && !isJsonRpc(text))
      throw unavailable(`HTTP ${response.status}`, retryAfterOf(response));
    const answers = pairAnswers(questions.length, text, retryAfterOf(response).retryAfter);
    if (!answers) throw unavailable('the answers do not match the request');
    return answers;
  };
}

/** Pairs answers by id. A refusal of the whole batch applies to each call. */
function pairAnswers(count: number, text: string, retryAfter?: number): Answers | undefined {
  const parsed = parse(text);
  if (!Array.isArray(parsed)) {
    if (!isRecord(parsed)) return undefined;
    const answer = answerOf(parsed, retryAfter);
    if (answer === undefined) return undefined;
    if (answer.value instanceof RpcRefusal) return new Array(count).fill(answer.value);
    return count === 1 && parsed.id === 0 ? [answer.value] : undefined;
  }
  const byId = new Map<unknown, unknown>();
  for (const member of parsed) {
    const answer = isRecord(member) ? answerOf(member, retryAfter) : undefined;
    if (answer === undefined || byId.has(member.id)) return undefined;
    byId.set(member.id, answer.value);
  }
  const ids = Array.from({ length: count }, (_, id) => id);
  return byId.size === count && ids.every((id) => byId.has(id))
    ? ids.map((id) => byId.get(id))
    : undefined;
}

function answerOf(
  member: Record<string, unknown>,
  retryAfter?: number,
): { value: unknown } | undefined {
  if (isRecord(member.error)) {
    const { code, message, data } = member.error;
    const text = String(message).slice(0, 300);
    return { value: new RpcRefusal(Number(code), text, data, retryAfter) };
  }
  return 'result' in member ? { value: member.result } : undefined;
}

/** Some endpoints send refusals with an HTTP error status. */
function isJsonRpc(text: string): boolean {
  const parsed = parse(text);
  return isRecord(parsed)
    ? isRecord(parsed.error) && typeof parsed.error.code === 'number'
    : Array.isArray(parsed);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, such as a proxy's error page.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function retryAfterOf({ headers }: HttpResponse): { retryAfter?: number } {
  const retryAfter = readRetryAfter(headers);
  return retryAfter === undefined ? {} : { retryAfter };
}
