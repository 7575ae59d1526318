import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createRouterClient, type RouterClientOptions } from '../../src/router/create-router-client.ts';
import { type AnsweringServer, json, startAnsweringServer, text } from './answering-server.ts';
import { makeJob, quoteBody, swapBody } from './fixtures.ts';

const servers: AnsweringServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(answer: RequestListener): Promise<AnsweringServer> {
  const server = await startAnsweringServer(answer);
  servers.push(server);
  return server;
}

async function refusal(answer: RequestListener, options: Partial<RouterClientOptions> = {}): Promise<FerrymanError> {
  const { url } = await serve(answer);
  const router = createRouterClient({ baseUrl: url, timeoutMs: 5_000, ...options });
  return router.swap(makeJob(), 'quote-1').then(
    () => expect.unreachable('it was accepted'),
    (error) => error as FerrymanError,
  );
}

const asJson = { 'content-type': 'application/json' };

describe('answers that are no answers', () => {
  it.each<[string, RequestListener]>([
    ['HTML', text('<html>captive portal</html>', { 'content-type': 'text/html' })],
    ['HTML that claims to be JSON', text('<html></html>', asJson)],
    ['JSON that claims to be HTML', text(JSON.stringify(swapBody()), { 'content-type': 'text/html' })],
    ['half a JSON', text(JSON.stringify(swapBody()).slice(0, 200), asJson)],
    ['an empty body', text('', asJson)],
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

  it('does not follow a redirect', async () => {
    const elsewhere = await serve(json(swapBody()));
    const error = await refusal(text('', { location: `${elsewhere.url}/api/routes/swap` }, 307));
    expect(error).toMatchObject({ code: 'ROUTER_MALFORMED' });
    expect(elsewhere.requests).toEqual([]);
  });

  it('gives up on silence, before and amid the body', async () => {
    const silent = await refusal(() => undefined, { timeoutMs: 100 });
    expect(silent).toMatchObject({ code: 'ROUTER_UNAVAILABLE', next: 'retry' });
    const amid = await refusal((_request, response) => void response.writeHead(200, asJson).write('{'), {
      timeoutMs: 100,
    });
    expect(amid).toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
  });

  it('calls a closed port and a cut connection unavailable', async () => {
    const { url, close } = await startAnsweringServer(json({}));
    await close();
    const router = createRouterClient({ baseUrl: url, timeoutMs: 5_000 });
    await expect(router.quote(makeJob())).rejects.toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
    const cut = await refusal((request, response) => {
      response.writeHead(200, { ...asJson, 'content-length': '1000' }).write('{');
      setImmediate(() => request.socket.destroy());
    });
    expect(cut).toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
  });
});

describe('JSON that two readers could understand differently', () => {
  const valid = JSON.stringify(swapBody());

  it.each([
    ['a member twice', valid.replace('"to":', '"to":"0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630","to":')],
    ['a member twice, once escaped', valid.replace('"to":', '"\\u0074o":"0x","to":')],
    ['a prototype', valid.replace('"transaction":{', '"transaction":{"__proto__":{"isAdmin":true},')],
    ['a prototype, escaped', valid.replace('"transaction":{', '"transaction":{"\\u005f_proto__":{"isAdmin":true},')],
  ])('refuses %s', async (_what, body) => {
    expect(await refusal(text(body, asJson))).toMatchObject({ code: 'ROUTER_MALFORMED' });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('is not misled by colons and braces inside strings', async () => {
    const { url } = await serve(json({ ...swapBody(), note: '{"to": [}', list: ['"to":', '\\"', 'a', 'a'] }));
    const router = createRouterClient({ baseUrl: url, timeoutMs: 5_000 });
    await expect(router.swap(makeJob(), 'quote-1')).resolves.toMatchObject({ provider: 'some_future_bridge' });
  });
});

describe('errors', () => {
  const inside = (code: number | string, reason = 'because') => ({ error: { code, reason, data: {} }, id: 'e-1' });

  it.each([
    [1004, 'ROUTER_QUOTE_EXPIRED', 'requote'],
    [2001, 'ROUTER_NO_ROUTE', 'requote'],
    [2003, 'ROUTER_RATE_LIMITED', 'retry'],
    [2005, 'ROUTER_REFUSED', 'stop'],
    [3003, 'ROUTER_BALANCE', 'requote'],
    ['1999', 'ROUTER_REFUSED', 'stop'],
    [98765, 'ROUTER_REFUSED', 'stop'],
  ])('reads code %s in both forms and with any status', async (serviceCode, code, next) => {
    for (const body of [inside(serviceCode), { errors: [{ code: serviceCode, reason: 'because' }] }]) {
      for (const status of [200, 400, 500]) {
        const error = await refusal(json(body, status));
        expect(error).toMatchObject({ code, next, details: { serviceCode: String(serviceCode), httpStatus: status } });
        expect(error.message).toContain('because');
      }
    }
  });

  it.each([
    [400, 'ROUTER_REFUSED'],
    [401, 'ROUTER_REFUSED'],
    [408, 'ROUTER_UNAVAILABLE'],
    [500, 'ROUTER_UNAVAILABLE'],
    [503, 'ROUTER_UNAVAILABLE'],
  ])('goes by the status %i where the body says nothing', async (status, code) => {
    expect(await refusal(text('<html></html>', { 'content-type': 'text/html' }, status))).toMatchObject({ code });
  });

  it('does not take a whole answer that comes with an error status', async () => {
    expect(await refusal(json(swapBody(), 500))).toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
  });

  it('takes over how long to wait, in seconds or as a date', async () => {
    const seconds = await refusal(json(inside(2003), 429, { 'retry-after': '7' }));
    expect(seconds).toMatchObject({ code: 'ROUTER_RATE_LIMITED', retryAfter: 7_000 });
    const date = await refusal(
      json({}, 503, { date: 'Sun, 06 Nov 1994 08:49:37 GMT', 'retry-after': 'Sun, 06 Nov 1994 08:50:07 GMT' }),
    );
    expect(date).toMatchObject({ code: 'ROUTER_UNAVAILABLE', retryAfter: 30_000 });
  });

  it('never repeats a call by itself', async () => {
    const server = await serve(json({}, 503));
    const router = createRouterClient({ baseUrl: server.url, timeoutMs: 5_000 });
    await expect(router.swap(makeJob(), 'quote-1')).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  it('reads a quote that carries neither error form', async () => {
    const { url } = await serve(json({ ...quoteBody(), errors: [] }));
    const router = createRouterClient({ baseUrl: url, timeoutMs: 5_000 });
    await expect(router.quote(makeJob())).resolves.toMatchObject({ quoteId: 'quote-1' });
  });
});
