import { afterEach, describe, expect, it } from 'vitest';
import type { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createRouterClient } from '../../src/router/create-router-client.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { makeJob, swapBody } from './fixtures.ts';

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const minute = 60_000;

/** A client of a service that answers `swapBest` so, and the time that it goes by. */
async function client(status: number, body: unknown) {
  let answer: [number, unknown] = [status, body];
  let time = 0;
  server = await startAnsweringServer((request, response) =>
    json(answer[1], answer[0])(request, response),
  );
  const router = createRouterClient({ baseUrl: server.url, timeoutMs: 5_000, now: () => time });
  const ask = async (): Promise<FerrymanError | undefined> => {
    try {
      await router.swapBest(makeJob({ bound: { kind: 'min_out', minOut: 1n } }), 'order-1');
      return undefined;
    } catch (error) {
      return error as FerrymanError;
    }
  };
  return {
    router,
    ask,
    answer: (next: number, with_: unknown) => {
      answer = [next, with_];
    },
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const own = (code: number) => ({ error: { code, reason: 'no' }, id: 'x' });
const framework = (statusCode: number) => ({
  statusCode,
  message: 'Cannot POST /api/routes/swapBest',
  error: 'No',
});

describe('a service makes no swaps in one call where it answers', () => {
  it.each<[string, number, unknown, string?]>([
    ['that the id of a quote is missing or has expired', 400, own(1004)],
    ['that the quote differs', 200, own(1003)],
    ['that a member is missing', 400, { errors: [{ code: 1005, reason: 'x' }] }, 'ROUTER_REFUSED'],
    ['that a member is malformed', 400, own(1999), 'ROUTER_REFUSED'],
    ['404 in its own words', 404, own(2999)],
    ['404 in its framework’s words', 404, framework(404)],
    ['404 with a page', 404, undefined],
    ['405', 405, framework(405)],
    ['501', 501, undefined],
    ['that its framework does not take the request', 400, framework(400), 'ROUTER_REFUSED'],
    ['like a gateway that does not know the path', 403, undefined],
  ])('%s', async (_what, status, body, refusedAs) => {
    const { router, ask } = await client(status, body);
    expect(router.servesSwapBest()).toBe(true);
    const error = await ask();
    // A request that is not understood may be refused because of the swap.
    expect(error?.code).toBe(refusedAs ?? 'ROUTER_PATH_NOT_FOUND');
    expect(router.servesSwapBest()).toBe(false);
  });
});

describe('a service may make swaps in one call all the same where it answers', () => {
  it.each<[string, number, unknown, string]>([
    ['that there is no route', 404, own(2001), 'ROUTER_NO_ROUTE'],
    ['that the amount is too small', 400, own(2005), 'ROUTER_REFUSED'],
    ['that a wallet is wrong', 400, own(1006), 'ROUTER_REFUSED'],
    ['that the balance is too low', 200, own(3004), 'ROUTER_BALANCE'],
    ['that it is asked too often', 429, undefined, 'ROUTER_RATE_LIMITED'],
    ['that the key is wrong', 401, undefined, 'ROUTER_UNAUTHORIZED'],
    ['503', 503, undefined, 'ROUTER_UNAVAILABLE'],
    ['something unreadable', 200, {}, 'ROUTER_MALFORMED'],
  ])('%s', async (_what, status, body, code) => {
    const { router, ask } = await client(status, body);
    expect(await ask()).toMatchObject({ code });
    expect(router.servesSwapBest()).toBe(true);
  });

  it('with a route of a provider that the job does not permit', async () => {
    const { router } = await client(200, swapBody());
    const job = makeJob({ providers: { allow: ['lifi'], deny: [] } });
    await expect(router.swapBest(job, 'order-1')).rejects.toMatchObject({
      code: 'ROUTER_NO_ROUTE',
    });
    expect(router.servesSwapBest()).toBe(true);
  });
});

it('is tried again after ten minutes, and found to make them by then', async () => {
  const { router, ask, answer, pass } = await client(404, framework(404));
  await ask();
  pass(10 * minute - 1);
  expect(router.servesSwapBest()).toBe(false);
  pass(1);
  expect(router.servesSwapBest()).toBe(true);
  answer(200, swapBody());
  expect(await ask()).toBeUndefined();
  expect(router.servesSwapBest()).toBe(true);
});

it('asks for the status of an order without a quote by the payment alone', async () => {
  const { router } = await client(200, { status: 'PENDING' });
  expect(await router.status({ sourceTxId: '0xaa' })).toMatchObject({ status: 'PENDING' });
  expect(server?.requests.map(({ path }) => path)).toEqual(['/api/routes/status?srcTxHash=0xaa']);
});
