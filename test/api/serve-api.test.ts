import { get } from 'node:http';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiDependencies, ApiEnvironment } from '../../src/api/api-environment.ts';
import { createApi } from '../../src/api/create-api.ts';
import { listen } from '../../src/api/listen.ts';
import { listenForApi, type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { checkConfig } from '../../src/config/load-config.ts';
import { hangLimit } from '../support/hang-limit.ts';

const dependencies = {
  logger: pino({ level: 'silent' }),
  metrics: { requestAnswered: () => undefined },
  feed: { close: async () => undefined },
} as unknown as ApiDependencies;

let api: ServedApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

/** Asks at an address of this machine that is not 127.0.0.1, as a published port does. */
function statusFor(host: string): Promise<number | string> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.2', port: api?.port, path: '/livez', headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
}

describe('the API while everything behind it is being started', () => {
  it('holds its port, is alive, not ready, and takes nothing in until it is opened', async () => {
    const http = await listenForApi({ port: 0 });
    api = http;
    const ask = async (path: string, request?: RequestInit) => {
      const answer = await fetch(`${http.url}${path}`, request);
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        body: await answer.json(),
      };
    };
    expect(await ask('/livez')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: { ok: false, checks: { start: 'failing' }, codes: { start: 'STARTING' } },
    });
    expect(await ask('/v1/swaps', { method: 'POST', body: '{}' })).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: {
        code: 'STARTING',
        stage: 'submit',
        fundsState: 'untouched',
        requestId: expect.any(String),
      },
    });
    expect(await statusFor(`127.0.0.1:${http.port}`)).toBe('ECONNREFUSED');
    expect(await ask('/v1/swaps', { headers: { origin: 'http://example.com' } })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    await expect(listenForApi({ port: http.port })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `the port ${http.port} is in use; stop what listens there, or choose another with --port`,
    });

    http.serve(createApi({ ...dependencies, ready: async () => ({ ok: true, checks: {} }) }));
    expect(await ask('/readyz')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await ask('/nothing')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('where the API listens', () => {
  it('is 127.0.0.1 and nothing else', async () => {
    api = await serveApi(dependencies, { port: 0 });
    expect(await statusFor(`127.0.0.1:${api.port}`)).toBe('ECONNREFUSED');
  });

  it('is every address in a container, for the names of this machine all the same', async () => {
    api = await serveApi(dependencies, { port: 0, host: '0.0.0.0' });
    expect(await statusFor(`127.0.0.1:${api.port}`)).toBe(200);
    expect(await statusFor(`127.0.0.2:${api.port}`)).toBe(403);
    expect(await statusFor('ferryman.example')).toBe(403);
  });

  it('is widened by a process that says that it runs in a container, and by no other', async () => {
    const widened = { FERRYMAN_API_HOST: '0.0.0.0' };
    const outside = await checkConfig({ environment: widened, folder: '/nowhere' });
    expect(outside).toMatchObject({
      ok: false,
      faults: [{ path: '/api/host', source: 'variable FERRYMAN_API_HOST' }],
    });
    const inside = await checkConfig({
      environment: { ...widened, FERRYMAN_IN_CONTAINER: '1' },
      folder: '/nowhere',
    });
    expect(inside).toMatchObject({ ok: true, config: { api: { host: '0.0.0.0', port: 7_300 } } });
  });
});

it('waits at its end for running answers, and not for what their clients may ask next', async () => {
  const http = await listen({ port: 0, option: '--port', closeWithin: hangLimit });
  let finish: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('event'));
      finish = () => controller.close();
    },
  });
  http.serve(new Hono<ApiEnvironment>().get('/', (context) => context.body(body)));
  // It keeps its connections for the next request.
  const answer = await fetch(http.url);
  const closed = http.close();
  finish();
  expect(await answer.text()).toBe('event');
  await closed;
});
