import { afterEach, expect, it } from 'vitest';
import { createRouterClient } from '../../src/router/create-router-client.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { makeJob, quoteBody } from './fixtures.ts';

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
});

it('takes nothing more from the budget for calls that are reserved, and one for each call beyond them', async () => {
  server = await startAnsweringServer(json(quoteBody()));
  let taken = 0;
  let reserved = 0;
  const budget = {
    take: async () => void taken++,
    async reserve(count: number) {
      reserved += count;
      let left = count;
      return {
        use: () => left-- > 0,
        require: async () => undefined,
        giveBack: async () => undefined,
      };
    },
  };
  const router = createRouterClient({ baseUrl: server.url, timeoutMs: 5_000, budget });
  const calls = await router.reserveCalls(async () => 2);
  expect(reserved).toBe(2);
  for (const _ of [1, 2, 3]) await router.quote(makeJob(), calls);
  expect(taken).toBe(1);
});

it('does not ask how many calls are needed where they are not counted', async () => {
  server = await startAnsweringServer(json(quoteBody()));
  const router = createRouterClient({ baseUrl: server.url, timeoutMs: 5_000 });
  const calls = await router.reserveCalls(() => expect.unreachable('asked'));
  await calls.require(7);
  expect(calls.use()).toBe(true);
});
