import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { FerrymanError } from '../../src/errors/ferryman-error.ts';
import {
  createRouterClient,
  type RouterClientOptions,
} from '../../src/router/create-router-client.ts';
import {
  type Answer,
  type AnsweringServer,
  json,
  startAnsweringServer,
  text,
} from '../support/answering-server.ts';
import { makeJob, quoteBody, swapBody } from './fixtures.ts';

const servers: AnsweringServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(answer: Answer): Promise<AnsweringServer> {
  const server = await startAnsweringServer(answer);
  servers.push(server);
  return server;
}

async function refusal(
  answer: Answer,
  options: Partial<RouterClientOptions> = {},
): Promise<FerrymanError> {
  const { url } = await serve(answer);
  const router = createRouterClient({ baseUrl: url, timeoutMs: 60_000, ...options });
  return router.swap(makeJob(), 'quote-1').then(
    () => expect.unreachable('it was accepted'),
    (error) => error as FerrymanError,
  );
}

const asJson = { 'content-type': 'application/json' };

describe('answers that are no answers', () => {
  it.each<[string, Answer]>([
    ['HTML', text('<html>captive portal</html>', { 'content-type': 'text/html' })],
    ['HTML that claims to be JSON', text('<html></html>', asJson)],
    [
      'JSON that claims to be HTML',
      text(JSON.stringify(swapBody()), { 'content-type': 'text/html' }),
    ],
    ['half a JSON', text(JSON.stringify(swapBody()).slice(0, 200), asJson)],
    ['an empty body', text('', asJson)],
    ['no content', text('', {}, 204)],
    ['two answers at once', text(JSON.stringify(swapBody()).repeat(2), asJson)],
    ['a number', json(7)],
    ['null', json(null)],
    ['bytes that are no text', text(Buffer.from([0x22, 0xff, 0xfe, 0x22]), asJson)],
    ['10 MB', text(`{"a":"${'x'.repeat(10_000_000)}"}`, asJson)],
    [
      '50 MB packed into little',
      text(gzipSync(Buffer.alloc(50_000_000, 'x')), { ...asJson, 'content-encoding': 'gzip' }),
    ],
    ['a list', json([])],
    ['a deep one', text(`${'['.repeat(10_000)}${']'.repeat(10_000)}`, asJson)],
  ])('refuses %s', async (_what, answer) => {
    expect(await refusal(answer)).toMatchObject({ code: 'ROUTER_MALFORMED', next: 'retry' });
  });

  it('refuses amounts that are right in other decimals than the token’s', async () => {
    for (const members of [
      { destinationTokenMinAmount: '398000000000000' },
      { destinationTokenAmount: '400250000000000' },
      { destinationWeiAmount: '400250000', destinationWeiMinAmount: '398000000' },
    ]) {
      const body = swapBody();
      Object.assign(body.estimate as object, members);
      expect(await refusal(json(body))).toMatchObject({ code: 'ROUTER_MALFORMED', next: 'retry' });
    }
  });

  it.each<[string, Answer]>([
    ['HTML', text('<html></html>', { 'content-type': 'text/html' })],
    ['half a JSON', text('{"status":"SUCC', asJson)],
    ['10 MB', text(`{"status":"${'x'.repeat(10_000_000)}"}`, asJson)],
    ['nothing at all', (_request, response) => void response.socket?.destroy()],
    ['a list', json(['SUCCESS'])],
  ])(
    'takes %s for a failure of every other endpoint as well, to be tried again',
    async (_what, answer) => {
      const { url } = await serve(answer);
      const router = createRouterClient({ baseUrl: url, timeoutMs: 60_000 });
      const payment = { chain: 'ETH', txId: '0xaa', family: 'evm' } as const;
      for (const call of [
        () => router.status({ quoteId: 'q', sourceTxId: '0xaa' }),
        () => router.refund(payment),
        () => router.claim(payment),
        () => router.providers(),
        () => router.quote(makeJob()),
        () => router.swapBest(makeJob(), 'q'),
      ]) {
        const code = expect.stringMatching(/^ROUTER_(MALFORMED|PATH_NOT_FOUND|UNAVAILABLE)$/);
        await expect(call()).rejects.toMatchObject({ code, next: 'retry' });
      }
    },
  );

  it('does not follow a redirect', async () => {
    const elsewhere = await serve(json(swapBody()));
    const error = await refusal(text('', { location: `${elsewhere.url}/api/routes/swap` }, 307));
    expect(error).toMatchObject({ code: 'ROUTER_MALFORMED' });
    expect(elsewhere.requests).toEqual([]);
  });

  it('gives up on silence, before and amid the body', async () => {
    const silent = await refusal(() => undefined, { timeoutMs: 100 });
    expect(silent).toMatchObject({ code: 'ROUTER_UNAVAILABLE', next: 'retry' });
    const amid = await refusal(
      (_request, response) => void response.writeHead(200, asJson).write('{'),
      {
        timeoutMs: 100,
      },
    );
    expect(amid).toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
  });

  it('calls a closed port and a cut connection unavailable', async () => {
    const { url, close } = await startAnsweringServer(json({}));
    await close();
    const router = createRouterClient({ baseUrl: url, timeoutMs: 60_000 });
    await expect(router.quote(makeJob())).rejects.toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
    const cut = await refusal((_request, response) => {
      response.writeHead(200, { ...asJson, 'content-length': '1000' }).write('{');
      setImmediate(() => response.socket?.destroy());
    });
    expect(cut).toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
  });
});

describe('JSON that two readers could understand differently', () => {
  const valid = JSON.stringify(swapBody());

  it.each([
    [
      'a member twice',
      valid.replace('"to":', '"to":"0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630","to":'),
    ],
    ['a member twice, once escaped', valid.replace('"to":', '"\\u0074o":"0x","to":')],
    [
      'a prototype',
      valid.replace('"transaction":{', '"transaction":{"__proto__":{"isAdmin":true},'),
    ],
    [
      'a prototype, escaped',
      valid.replace('"transaction":{', '"transaction":{"\\u005f_proto__":{"isAdmin":true},'),
    ],
  ])('refuses %s', async (_what, body) => {
    expect(await refusal(text(body, asJson))).toMatchObject({ code: 'ROUTER_MALFORMED' });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('is not misled by colons and braces inside strings', async () => {
    const { url } = await serve(
      json({ ...swapBody(), note: '{"to": [}', list: ['"to":', '\\"', 'a', 'a'] }),
    );
    const router = createRouterClient({ baseUrl: url, timeoutMs: 60_000 });
    await expect(router.swap(makeJob(), 'quote-1')).resolves.toMatchObject({
      provider: 'some_future_bridge',
    });
  });
});

describe('names and ids', () => {
  it.each([
    ['an endless id', { id: 'q'.repeat(257) }],
    ['an id that no database takes', { id: 'q\u0000' }],
    ['an endless provider', { providerType: 'p'.repeat(65) }],
    ['a provider over two lines', { providerType: 'across\nrelay' }],
  ])('refuses %s', async (_what, change) => {
    const { url } = await serve(json({ ...quoteBody(), ...change }));
    const router = createRouterClient({ baseUrl: url, timeoutMs: 60_000 });
    await expect(router.quote(makeJob())).rejects.toMatchObject({ code: 'ROUTER_MALFORMED' });
  });
});

describe('errors', () => {
  it.each([
    [503, { error: { code: 503, reason: 'upstream connect error' } }, 'ROUTER_UNAVAILABLE'],
    [500, { error: { code: 'INTERNAL' } }, 'ROUTER_UNAVAILABLE'],
    [502, { errors: [{ code: 8001 }] }, 'ROUTER_UNAVAILABLE'],
    [401, { error: { code: 401 } }, 'ROUTER_UNAUTHORIZED'],
    [400, { error: { code: 8001 } }, 'ROUTER_REFUSED'],
    [200, { error: { code: 'NOT_TODAY' } }, 'ROUTER_REFUSED'],
    [500, { error: { code: 2001 } }, 'ROUTER_NO_ROUTE'],
  ])(
    'goes by the status %i where the code in %j is not the service’s own',
    async (status, body, code) => {
      const answer = text(JSON.stringify(body), { 'content-type': 'application/json' }, status);
      expect(await refusal(answer)).toMatchObject({ code });
    },
  );

  it.each([
    [400, 'ROUTER_MALFORMED'],
    [401, 'ROUTER_UNAUTHORIZED'],
    [403, 'ROUTER_UNAUTHORIZED'],
    [404, 'ROUTER_PATH_NOT_FOUND'],
    [408, 'ROUTER_UNAVAILABLE'],
    [500, 'ROUTER_UNAVAILABLE'],
    [503, 'ROUTER_UNAVAILABLE'],
  ])('goes by the status %i where the body says nothing', async (status, code) => {
    expect(
      await refusal(text('<html></html>', { 'content-type': 'text/html' }, status)),
    ).toMatchObject({ code });
  });

  it('does not take a whole answer that comes with an error status', async () => {
    expect(await refusal(json(swapBody(), 500))).toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
  });

  it('takes from an error no more than fits into a log', async () => {
    const error = await refusal(
      json({ error: { code: 'x'.repeat(10_000), reason: 'y'.repeat(10_000) } }, 400),
    );
    expect(error.message.length).toBeLessThan(300);
    expect(JSON.stringify(error.details).length).toBeLessThan(100);
  });

  it.each([
    ['a text', { error: 'nope' }],
    ['no code', { error: { reason: 'nope' } }],
    ['an empty list', { errors: [] }],
    ['a list of texts', { errors: ['nope'] }],
    ['null', null],
  ])('are no answers where their form is not the service’s: %s', async (_what, body) => {
    expect(await refusal(json(body))).toMatchObject({ code: 'ROUTER_MALFORMED', next: 'retry' });
    expect(await refusal(json(body, 502))).toMatchObject({
      code: 'ROUTER_UNAVAILABLE',
      next: 'retry',
    });
  });

  it('never repeats a call by itself', async () => {
    const server = await serve(json({}, 503));
    const router = createRouterClient({ baseUrl: server.url, timeoutMs: 60_000 });
    await expect(router.swap(makeJob(), 'quote-1')).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  it('reads a quote that carries neither error form', async () => {
    const { url } = await serve(json({ ...quoteBody(), errors: [] }));
    const router = createRouterClient({ baseUrl: url, timeoutMs: 60_000 });
    await expect(router.quote(makeJob())).resolves.toMatchObject({ quoteId: 'quote-1' });
  });
});
