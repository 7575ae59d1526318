/**
 * Results of a method as they are told instead of what the node says; `params` are those of the
 * question.
 */
export type Lies = Record<string, (result: unknown, params: readonly unknown[]) => unknown>;

interface Question {
  id: number;
  method: string;
  params: readonly unknown[];
}

/**
 * A connection to a node that says something else to some questions; an `RpcError` is told as a
 * refusal.
 */
export function lyingFetch(lies: Lies, fetchOnce: typeof fetch = fetch): typeof fetch {
  return async (url, init) => {
    const asked = JSON.parse(String(init?.body)) as Question | Question[];
    const response = await fetchOnce(url, init);
    const told = (await response.json()) as object | object[];
    const questions = [asked].flat();
    const answers = [told].flat().map((answer) => changed(answer as Answer, questions, lies));
    return Response.json(Array.isArray(asked) ? answers : answers[0]);
  };
}

interface Answer {
  id: number;
  result?: unknown;
}

export class RpcError {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

function changed(answer: Answer, questions: readonly Question[], lies: Lies): object {
  const { id } = answer;
  const question = questions.find((one) => one.id === id)!;
  const lie = lies[question.method];
  if (!lie) return answer;
  const result = lie(answer.result, question.params);
  return result instanceof RpcError
    ? { jsonrpc: '2.0', id, error: { code: result.code, message: 'refused' } }
    : { jsonrpc: '2.0', id, result };
}
