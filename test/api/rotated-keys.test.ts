import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnswerCheck } from '../support/check-answer.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

let api: ApiOnPglite;
const checkAnswer = createAnswerCheck();

beforeAll(async () => {
  api = await startApiOnPglite();
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
async function post(path: string, body: unknown, as = api.key): Promise<any> {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const answer = { status: response.status, body: await response.json() };
  checkAnswer('POST', path, answer);
  return answer;
}

it('lets nobody approve their own swap, however often their key was rotated', async () => {
  const { key, secret } = (await post('/v1/keys', { scopes: ['view', 'submit', 'approve'] })).body;
  const { id } = (await post('/v1/swaps', { amount: '12.5' }, secret)).body.swap;
  const view = await api.journal.findSwap(id);
  if (!view) return expect.unreachable('the swap is there');
  await api.journal.hold({
    ...{ swapId: id, version: view.swap.version, state: 'awaiting_approval' },
    fundsState: 'untouched',
    reason: { code: 'APPROVAL_NEEDED', message: 'the receiver is new' },
    within: 3_600_000,
    items: [
      {
        item: { kind: 'receiver', chain: 'ETH', address: '0x01' },
        ...{ rule: 'G10', message: 'the policy does not name the receiver' },
        known: { facts: {}, simulation: [], block: '1', policy: 'test' },
      },
    ],
  });
  const [approval] = await api.journal.listApprovals({ swapId: id, limit: 1 });
  const keys = [{ id: key.id, secret }];
  for (const nth of [0, 1, 2]) {
    const made = await post(`/v1/keys/${keys[nth]?.id}/rotate`, { overlapSeconds: 3600 });
    keys.push({ id: made.body.key.id, secret: made.body.secret });
  }
  const decide = (how: string, by: string) =>
    post(`/v1/approvals/${approval?.id}/${how}`, { scope: 'permanent', reason: 'mine' }, by);
  for (const { secret: by } of keys) {
    expect((await decide('approve', by)).status).toBe(403);
  }
  expect(await api.journal.admittedItems(id, ['receiver|ETH|0x01'])).toEqual([]);
  expect((await decide('approve', api.key)).status).toBe(200);
});
