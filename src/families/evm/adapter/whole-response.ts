import { readBounded } from '../../shared/endpoints/read-bounded.ts';

/**
 * Makes `fetch` fit for JSON-RPC batches. The body is read inside the call, so that the caller's timeout covers it and not the
 * headers alone; redirects are refused; and a batch is answered member by member: viem pairs answers with questions by their
 * order, so an answer that is missing, doubled or foreign would otherwise be taken for the answer to another question.
 */
export function wholeResponse(
  fetchOnce: typeof fetch,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const response = await fetchOnce(input, { ...init, redirect: 'error' });
    const text = await readBounded(response);
    const asked: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const { status, statusText } = response;
    const headers = { 'content-type': 'application/json' };
    if (!response.ok || !Array.isArray(asked)) return new Response(text, { status, statusText, headers });
    return new Response(pairAnswers(asked, text), { status, statusText, headers });
  };
}

/** The same text where it answers each question once; an endpoint that refuses a batch as a whole refuses each of its members. */
function pairAnswers(asked: readonly { id: number }[], text: string): string {
  const answers: unknown = JSON.parse(text);
  if (isRecord(answers) && isRecord(answers.error)) {
    return JSON.stringify(asked.map(({ id }) => ({ jsonrpc: '2.0', id, error: answers.error })));
  }
  const ids = Array.isArray(answers) ? answers.map((answer) => (isRecord(answer) ? answer.id : undefined)) : [];
  const answered = new Set(ids);
  if (ids.length !== asked.length || !asked.every(({ id }) => answered.has(id))) {
    throw new Error('the answers to a batch are not the answers to its questions');
  }
  return text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
