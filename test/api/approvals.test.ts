import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAnswerCheck } from '../support/check-answer.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

let api: ApiOnPglite;
const checkAnswer = createAnswerCheck();

beforeAll(async () => {
  api = await startApiOnPglite();
});
afterAll(() => api.close());

async function list(query: string): Promise<{ open?: number }> {
  const path = `/v1/approvals${query}`;
  const response = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.key}` },
  });
  const answer = { status: response.status, body: await response.json() };
  checkAnswer('GET', path, answer);
  return answer.body as { open?: number };
}

it('counts the approvals that wait only for who asks how many there are', async () => {
  const counting = vi.spyOn(api.journal, 'countOpenApprovals');
  expect(await list('?state=open')).not.toHaveProperty('open');
  expect(counting).not.toHaveBeenCalled();
  expect((await list('?state=open&count=true')).open).toBe(0);
  expect(counting).toHaveBeenCalledTimes(1);
});
