import type { Forward, HttpAnswer, HttpRequest } from '../proxies/http-proxy.ts';

/** One question of JSON-RPC. */
export interface Question {
  id: unknown;
  method: string;
  params?: unknown[];
}

export interface Answer {
  id: unknown;
  result?: unknown;
  error?: unknown;
}

/** How one question is asked instead, and what is told instead of its answer. */
export interface Bend {
  ask(question: Question): Question;
  tell(question: Question, answer: Answer): Answer;
}

/** Passes a request on, one question or many, each bent on its way there and back. */
export async function bendAnswers(
  request: HttpRequest,
  forward: Forward,
  { ask, tell }: Bend,
): Promise<HttpAnswer> {
  const asked = JSON.parse(request.body) as Question | Question[];
  const questions = [asked].flat();
  const bent = questions.map(ask);
  const answer = await forward({
    ...request,
    body: JSON.stringify(Array.isArray(asked) ? bent : bent[0]),
  });
  if (answer.status !== 200) return answer;
  const told = JSON.parse(answer.body) as Answer | Answer[];
  const retold = [told].flat().map((one) => {
    const question = bent.find(({ id }) => id === one.id);
    return question ? tell(question, one) : one;
  });
  return { ...answer, body: JSON.stringify(Array.isArray(told) ? retold : retold[0]) };
}
