import { createAnswerCheck } from '../support/check-answer.ts';
import type { ApiOnPglite } from '../support/start-api-on-pglite.ts';

/** Calls the API, by default with its first key, and compares each answer with the document. */
export function callerOf(api: () => ApiOnPglite) {
  const checkAnswer = createAnswerCheck();
  return async (
    method: string,
    path: string,
    body?: unknown,
    as = api().key,
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
  ): Promise<any> => {
    const response = await fetch(`${api().url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'idempotency-key': 'invoice-1',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: await response.json() };
    checkAnswer(method, path, answer);
    return answer;
  };
}
