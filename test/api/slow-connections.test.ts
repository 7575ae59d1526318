import { afterAll, beforeAll, expect, it } from 'vitest';
import { hangSignal } from '../support/hang-limit.ts';
import {
  connectSlowly,
  type Slowness,
  slowBody,
  slowHead,
  unreadAnswers,
} from '../support/slow-clients.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

let api: ApiOnPglite;
beforeAll(async () => {
  const patience = { headers: 1_000, request: 1_000, answer: 1_000, look: 100 };
  api = await startApiOnPglite({ patience });
});
afterAll(() => api.close());

it('closes 200 slow connections, and answers the others meanwhile', async () => {
  const hundred = (slowness: Slowness) =>
    Array.from({ length: 100 }, () => connectSlowly(api, slowness).closed);
  const closed = [...hundred(slowHead), ...hundred(slowBody)];
  const ask = (path: string) =>
    fetch(`${api.url}${path}`, {
      headers: { authorization: `Bearer ${api.key}` },
      signal: hangSignal(),
    });
  const answers = await Promise.all(['/livez', '/v1/swaps', '/v1/wallets'].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all(closed);
  expect((await ask('/v1/swaps')).status).toBe(200);
  expect((await api.journal.listSwaps({ limit: 10 })).swaps).toEqual([]);
});

it('closes a connection whose client takes no answers, however many it asks for', async () => {
  await connectSlowly(api, unreadAnswers).closed;
});
