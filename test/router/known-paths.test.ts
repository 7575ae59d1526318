import { afterEach, describe, expect, it } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { CallKind } from '../../src/ports/call-budget.ts';
import {
  createRouterClient,
  type RouterClientOptions,
} from '../../src/router/create-router-client.ts';
import type { RouterClient } from '../../src/router/router-client.ts';
import {
  type AnsweringServer,
  json,
  startAnsweringServer,
  text,
} from '../support/answering-server.ts';
import { budgetOf } from './fixtures.ts';

type Served = (url: URL) => [status: number, body: unknown];

const ofInterface = '/api/routes/status';
const extended = '/api/info/statusExtended';
const short = '/api/info/status';

const pending = { status: 'PENDING', destinationTxHash: null };
const noRoute = ({ pathname, search }: URL): [number, unknown] => [
  404,
  { statusCode: 404, message: `Cannot GET ${pathname}${search}`, error: 'Not Found' },
];
const badRequest = (message: string): [number, unknown] => [
  400,
  { statusCode: 400, message, error: 'Bad Request' },
];

/**
 * As the service is deployed: nothing at the interface's path, and only one path that takes an id
 * alone.
 */
const deployed: Served = (url) => {
  if (url.pathname === extended) return [200, pending];
  if (url.pathname !== short) return noRoute(url);
  return url.searchParams.has('srcTxHash')
    ? [200, pending]
    : badRequest('srcTxHash must be a string');
};

let server: AnsweringServer | undefined;
let served: Served;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function client(
  first: Served,
  options: Partial<RouterClientOptions> = {},
): Promise<RouterClient> {
  served = first;
  server = await startAnsweringServer((request, response) => {
    const [status, body] = served(new URL(request.path, 'http://service'));
    const answer =
      typeof body === 'string'
        ? text(body, { 'content-type': 'text/html' }, status)
        : json(body, status);
    answer(request, response);
  });
  return createRouterClient({ baseUrl: server.url, timeoutMs: 5_000, ...options });
}

const byHash = (router: RouterClient) => router.status({ quoteId: 'q-1', sourceTxId: '0xaa' });
const byId = (router: RouterClient) => router.status({ quoteId: 'q-1' });

/** The paths requested since the last call. */
function asked(): string[] {
  return server!.requests.splice(0).map(({ path }) => new URL(path, 'http://service').pathname);
}

async function fault(promise: Promise<unknown>): Promise<FerrymanError> {
  return promise.then(
    () => expect.unreachable('it did not throw'),
    (error) => error as FerrymanError,
  );
}

describe('the path of the status', () => {
  it('is found on a deployed service, and then each question costs one call', async () => {
    const lines: unknown[][] = [];
    const logger = { info: (...line: unknown[]) => void lines.push(line) };
    const router = await client(deployed, {
      logger: logger as NonNullable<RouterClientOptions['logger']>,
    });
    expect(await byId(router)).toMatchObject({ status: 'PENDING' });
    expect(asked()).toEqual([ofInterface, extended]);
    for (const ask of [byId, byHash, byHash, byId]) {
      expect(await ask(router)).toMatchObject({ status: 'PENDING' });
      expect(asked()).toEqual([extended]);
    }
    const facts = { host: new URL(server!.url).host, endpoint: 'status', path: extended };
    expect(lines).toEqual([
      [{ ...facts, query: ['id'] }, 'routing service path found'],
      [{ ...facts, query: ['srcTxHash', 'id'] }, 'routing service path found'],
    ]);
  });

  it('is the configured one where that answers, and another for what it does not understand', async () => {
    const router = await client(deployed, { paths: { status: short } });
    await byHash(router);
    expect(asked()).toEqual([short]);
    await byId(router);
    expect(asked()).toEqual([short, ofInterface, extended]);
    await byId(router);
    await byHash(router);
    expect(asked()).toEqual([extended, short]);
  });

  it('is another one where the configured one is not there', async () => {
    const router = await client(deployed, { paths: { status: '/old/status' } });
    expect(await byHash(router)).toMatchObject({ status: 'PENDING' });
    expect(asked()).toEqual(['/old/status', ofInterface, extended]);
  });

  it('is looked for again once the known one is gone', async () => {
    const router = await client(deployed);
    await byHash(router);
    served = (url) => (url.pathname === ofInterface ? [200, { status: 'SUCCESS' }] : noRoute(url));
    asked();
    expect(await byHash(router)).toMatchObject({ status: 'SUCCESS' });
    expect(asked()).toEqual([extended, ofInterface]);
    await byHash(router);
    expect(asked()).toEqual([ofInterface]);
  });

  it('stays known where the service says in the words of its framework that it does not know one swap', async () => {
    const router = await client(deployed);
    await byHash(router);
    served = (url) => {
      const isKnown = url.searchParams.get('srcTxHash') !== '0xbb';
      return url.pathname === extended && !isKnown
        ? [404, { statusCode: 404, message: 'transaction not found', error: 'Not Found' }]
        : isKnown
          ? deployed(url)
          : noRoute(url);
    };
    const stranger = () => router.status({ quoteId: 'q-2', sourceTxId: '0xbb' });
    expect(await stranger()).toMatchObject({ status: 'NOT_FOUND', isBare: true });
    expect(await byHash(router)).toMatchObject({ status: 'PENDING' });
    asked();
    // The path is not searched again each time.
    expect(await stranger()).toMatchObject({ status: 'NOT_FOUND' });
    expect(await byHash(router)).toMatchObject({ status: 'PENDING' });
    expect(asked()).toEqual([extended, extended]);
  });

  it('is reported as missing with the setting to change, and not every swap searches for it', async () => {
    let now = 0;
    const router = await client(noRoute, { now: () => now });
    const error = await fault(byHash(router));
    expect(error).toMatchObject({
      code: 'ROUTER_PATH_NOT_FOUND',
      next: 'retry',
      retryAfter: 5_000,
    });
    for (const part of [ofInterface, extended, short, 'HTTP 404', 'router.paths.status']) {
      expect(error.message).toContain(part);
    }
    expect(asked()).toHaveLength(3);
    now = 4_000;
    expect(await fault(byHash(router))).toMatchObject({
      message: error.message,
      retryAfter: 1_000,
    });
    expect(asked()).toEqual([]);
    now = 5_000;
    expect(await fault(byHash(router))).toMatchObject({ retryAfter: 10_000 });
    now = 15_000;
    served = deployed;
    asked();
    expect(await byHash(router)).toMatchObject({ status: 'PENDING' });
    expect(asked()).toEqual([ofInterface, extended]);
  });

  it('is looked for once where many ask at once, each call from the budget', async () => {
    const kinds: CallKind[] = [];
    const router = await client(deployed, {
      budget: budgetOf(async (kind) => void kinds.push(kind)),
    });
    await Promise.all(Array.from({ length: 20 }, () => byHash(router)));
    expect(asked().filter((path) => path === ofInterface)).toHaveLength(1);
    expect(kinds).toEqual(Array.from({ length: 21 }, () => 'polling'));
  });

  it('costs no more calls than the budget has', async () => {
    let left = 1;
    const spent = new FerrymanError('ROUTER_BUDGET_SPENT', 'none left', { retryAfter: 5 });
    const take = async () => {
      if (left-- === 0) throw spent;
    };
    const router = await client(deployed, { budget: budgetOf(take) });
    expect(await fault(byHash(router))).toBe(spent);
    expect(asked()).toEqual([ofInterface]);
  });

  it.each([
    ['a page for whatever is asked', [200, '<html></html>']],
    ['an answer of something else', [200, { message: 'hello' }]],
    [
      'a gateway that denies what it does not know',
      [403, { message: 'Missing Authentication Token' }],
    ],
    ['a method that is not allowed', [405, { message: 'no' }]],
  ] as [string, [number, unknown]][])('is not the one with %s', async (_what, answer) => {
    const router = await client((url) => (url.pathname === ofInterface ? answer : deployed(url)));
    expect(await byHash(router)).toMatchObject({ status: 'PENDING' });
    expect(asked()).toEqual([ofInterface, extended]);
  });

  it.each([
    [503, { message: 'no server is available' }, 'ROUTER_UNAVAILABLE'],
    [429, { error: { code: 2003, reason: 'slow down' } }, 'ROUTER_RATE_LIMITED'],
    [401, {}, 'ROUTER_UNAUTHORIZED'],
  ])('is not looked for elsewhere while the service answers %i', async (status, body, code) => {
    const router = await client(() => [status, body]);
    expect(await fault(byHash(router))).toMatchObject({ code, next: 'retry' });
    expect(asked()).toEqual([ofInterface]);
    served = deployed;
    await byHash(router);
    expect(asked()).toEqual([ofInterface, extended]);
  });

  it('takes a hash alone where the service takes nothing beside it', async () => {
    const router = await client((url) => {
      if (url.pathname !== short) return noRoute(url);
      return url.searchParams.has('id')
        ? badRequest('property id should not exist')
        : [200, pending];
    });
    expect(await byHash(router)).toMatchObject({ status: 'PENDING' });
    expect(asked()).toEqual([ofInterface, extended, short, short]);
    await byHash(router);
    expect(server!.requests[0]!.path).toBe(`${short}?srcTxHash=0xaa`);
  });
});

describe('a 404 about the swap', () => {
  const unknown = { errors: [{ code: 3100, reason: 'no such transaction' }] };
  const notFound = { status: 'NOT_FOUND', destinationTxHash: null };

  it('is an answer at the path that is known, in either form', async () => {
    const router = await client(deployed);
    await byHash(router);
    asked();
    served = () => [404, unknown];
    expect(await byHash(router)).toMatchObject({ status: 'NOT_FOUND', isBare: true });
    served = () => [404, notFound];
    expect(await byHash(router)).toMatchObject({ status: 'NOT_FOUND' });
    expect(asked()).toEqual([extended, extended]);
  });

  it('by its hash only: of an order, and of what would fetch money back, it says nothing', async () => {
    const router = await client(deployed);
    await byHash(router);
    served = () => [200, unknown];
    expect(await byHash(router)).toMatchObject({ status: 'NOT_FOUND', isBare: true });
    expect(await fault(router.status({ quoteId: 'q' }))).toMatchObject({
      code: 'ROUTER_REFUSED',
      next: 'retry',
    });
    const claim = router.claim({ chain: 'ETH', txId: '0xaa', family: 'evm' });
    expect(await fault(claim)).toMatchObject({ code: 'ROUTER_REFUSED', next: 'retry' });
  });

  it('is one also before the path is known, if no other answers', async () => {
    const only = (body: unknown) => (url: URL) =>
      url.pathname === extended ? [404, body] : noRoute(url);
    const router = await client(only(unknown) as Served);
    expect(await byHash(router)).toMatchObject({ status: 'NOT_FOUND', isBare: true });
    served = only(notFound) as Served;
    expect(await byHash(router)).toMatchObject({ status: 'NOT_FOUND' });
    // A gateway may send this for an unknown path.
    served = (url) => (url.pathname === short ? [200, pending] : [404, notFound]);
    expect(await byHash(router)).toMatchObject({ status: 'PENDING' });
  });
});

it('is found for the chains as well', async () => {
  const router = await client((url) =>
    url.pathname === '/api/info/chains' ? [200, []] : noRoute(url),
  );
  expect(await router.chains()).toEqual([]);
  expect(await router.chains({ includeTestnets: true })).toEqual([]);
  expect(asked()).toEqual(['/api/routes/chains', '/api/info/chains', '/api/info/chains']);
});

it('an endpoint with one path says which setting is wrong where that is not there', async () => {
  const router = await client(noRoute, { paths: { claim: '/old/claim' } });
  const error = await fault(router.claim({ chain: 'ETH', txId: '0xaa', family: 'evm' }));
  expect(error).toMatchObject({ code: 'ROUTER_PATH_NOT_FOUND', next: 'retry' });
  expect(error.message).toContain('/old/claim (HTTP 404); set router.paths.claim');
  expect(asked()).toEqual(['/old/claim']);
});

it.each(['refund', 'claim'] as const)(
  'an endpoint with one path that has answered a %s is there',
  async (endpoint) => {
    const router = await client(() => [200, { to: `0x${'1'.repeat(40)}`, data: '0x', value: '0' }]);
    const ask = (txId: string) => router[endpoint]({ chain: 'ETH', txId, family: 'evm' });
    await ask('0xaa');
    served = noRoute;
    expect(await fault(ask('0xbb'))).toMatchObject({ code: 'ROUTER_MALFORMED', next: 'retry' });
  },
);
