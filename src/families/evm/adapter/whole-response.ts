import type { HttpCall } from '../../../ports/http.ts';
import { readBounded } from '../../shared/endpoints/read-bounded.ts';

/**
 * Makes `fetch` safe for JSON-RPC batches. It reads the body inside the call, so that the caller's
 * timeout covers it. It refuses redirects. It checks that a batch has exactly one answer for each
 * request: viem pairs them by order, so a missing, duplicate or unknown answer would be taken for
 * another's.
 */
export function wholeResponse(
  call: HttpCall,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    const headers = Object.fromEntries(new Headers(init?.headers));
    const signal = init?.signal ?? undefined;
    const response = await call(String(input), {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      ...(signal && { signal }),
    });
    const text = await readBounded(response);
    const requests: unknown = JSON.parse(body);
    const { status } = response;
    if (!response.ok) {
      const retryAfter = response.headers.get('retry-after');
      // Without a content type: a refusal need not be JSON, and viem keeps its headers only then.
      return new Response(text, {
        status,
        headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
      });
    }
    const answered = { status, headers: { 'content-type': 'application/json' } };
    if (!Array.isArray(requests)) return new Response(text, answered);
    return new Response(pairAnswers(requests, text), answered);
  };
}

/**
 * Returns the text if it has one answer for each request. If the endpoint refused the whole batch,
 * returns that error for each request.
 */
function pairAnswers(requests: readonly { id: number }[], text: string): string {
  const answers: unknown = JSON.parse(text);
  if (isRecord(answers) && isRecord(answers.error)) {
    return JSON.stringify(requests.map(({ id }) => ({ jsonrpc: '2.0', id, error: answers.error })));
  }
  const ids = Array.isArray(answers)
    ? answers.map((answer) => (isRecord(answer) ? answer.id : undefined))
    : [];
  const answered = new Set(ids);
  if (ids.length !== requests.length || !requests.every(({ id }) => answered.has(id))) {
    throw new Error('the answers to a batch are not the answers to its questions');
  }
  return text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
