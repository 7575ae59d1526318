import type { HttpCall } from '../../../ports/http.ts';
import { readBounded } from '../../shared/endpoints/read-bounded.ts';

/**
 * Makes `fetch` fit for JSON-RPC batches. The body is read inside the call, so that the caller's
 * timeout covers it and not the headers alone; redirects are refused; and a batch is answered
 * member by member: viem pairs answers with questions by their order, so an answer that is missing,
 * doubled or foreign would otherwise be taken for the answer to another question.
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
    const asked: unknown = JSON.parse(body);
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
    if (!Array.isArray(asked)) return new Response(text, answered);
    return new Response(pairAnswers(asked, text), answered);
  };
}

/**
 * The same text where it answers each question once; an endpoint that refuses a batch as a whole
 * refuses each of its members.
 */
function pairAnswers(asked: readonly { id: number }[], text: string): string {
  const answers: unknown = JSON.parse(text);
  if (isRecord(answers) && isRecord(answers.error)) {
    return JSON.stringify(asked.map(({ id }) => ({ jsonrpc: '2.0', id, error: answers.error })));
  }
  const ids = Array.isArray(answers)
    ? answers.map((answer) => (isRecord(answer) ? answer.id : undefined))
    : [];
  const answered = new Set(ids);
  if (ids.length !== asked.length || !asked.every(({ id }) => answered.has(id))) {
    throw new Error('the answers to a batch are not the answers to its questions');
  }
  return text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
