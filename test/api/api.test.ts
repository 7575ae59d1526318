import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createApiKey, ensureFirstApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { sealer } from '../support/intake-keys.ts';
import { makeChanges, makeSubmit, moveTo, receiver } from './fixtures.ts';

let folder = '';
let journal: Journal;
let api: ServedApi;
let key = '';
let viewer = '';
let fault: Error | undefined;
let ready = true;
const journalFault = {
  component: 'journal',
  code: 'JOURNAL_UNAVAILABLE',
  reason: 'password of ferryman refused',
  since: '2026-01-31T12:00:00.000Z',
} as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-api-'));
  await copyJournalTemplate(folder);
  journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const wallet = await journal.createWallet({
    name: 'main',
    family: 'evm',
    address,
    keyRef: 'main',
  });
  key = (await ensureFirstApiKey({ journal, sealer }))?.key ?? '';
  viewer = (await createApiKey({ journal, sealer }, ['view'])).key;
  const submit = makeSubmit(journal, wallet);
  api = await serveApi(
    {
      journal,
      submit: async (submission) => {
        if (fault) throw fault;
        return submit(submission);
      },
      ...makeChanges(journal),
      ready: async () => ({
        ok: ready,
        checks: { journal: ready ? 'ok' : 'failing' },
        ...(ready ? {} : { faults: [journalFault] }),
        lowGas: [{ wallet: 'main', family: 'evm', chain: 'ETH' }],
      }),
      metrics: createMetrics(journal),
      logger: pino({ level: 'silent' }),
    },
    { port: 0 },
  );
});
afterAll(async () => {
  await api.close();
  await journal.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
  body: any;
}

/** Unlike `fetch` it sends any `Host`. */
async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(`${api.url}${path}`, { method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const isJson = response.headers['content-type']?.includes('json');
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: isJson && text !== '' ? JSON.parse(text) : text,
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

const get = (path: string, as = key) => ask('GET', path, { authorization: `Bearer ${as}` });
function post(
  idempotencyKey: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const all = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...headers,
  };
  return ask(
    'POST',
    '/v1/swaps',
    all,
    typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
  );
}

describe('creating a swap', () => {
  it('answers 201 with the swap, amounts in both forms, and where to find it', async () => {
    const { status, headers, body } = await post('create-1', { amount: '12.5' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`/v1/swaps/${body.swap.id}`);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.swap).toMatchObject({
      idempotencyKey: 'create-1',
      state: 'requested',
      fundsState: 'untouched',
      wallet: { name: 'main' },
      from: { chain: 'ETH', symbol: 'USDC', decimals: 6 },
      to: { chain: 'POLYGON', symbol: 'POL', decimals: 18 },
      amount: '12.5',
      amountBaseUnits: '12500000',
      slippageBps: 50,
      receiver,
      deadline: '2030-01-01T00:00:00.000Z',
      createdAt: expect.stringMatching(/Z$/),
      legs: [],
    });
  });

  it('answers 200 with the same swap for the same key and body, and 409 for another body', async () => {
    const first = await post('create-2', { amount: '12.5' });
    const again = await post('create-2', { amount: '12.5' });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.swap.id).toBe(first.body.swap.id);
    const other = await post('create-2', { amount: '12.5', receiver: 'other' });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
    expect(other.body).not.toHaveProperty('fundsState');
  });

  it('answers faults as a problem that points into the body', async () => {
    const { status, headers, body } = await post('create-3', { amount: '0' });
    expect(status).toBe(422);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body).toEqual({
      type: 'urn:ferryman:error:INVALID_JOB',
      title: expect.any(String),
      status: 422,
      detail: 'the job is malformed',
      code: 'INVALID_JOB',
      requestId: headers['x-request-id'],
      stage: 'submit',
      fundsState: 'untouched',
      errors: [{ pointer: '/amount', detail: 'is not 12.5' }],
    });
  });

  it.each<[string, string | undefined, unknown, Record<string, string>, number, string]>([
    ['no idempotency key', undefined, { amount: '12.5' }, {}, 400, 'IDEMPOTENCY_KEY_REQUIRED'],
    ['half a JSON', 'k', '{"amount":', {}, 400, 'BODY_MALFORMED'],
    [
      'what is no UTF-8',
      'k',
      Buffer.from('{"amount":"12.5","\xff":1}', 'latin1'),
      {},
      400,
      'BODY_MALFORMED',
    ],
    ['a form', 'k', 'amount=12.5', { 'content-type': 'text/plain' }, 400, 'BODY_MALFORMED'],
    ['64 KiB', 'k', { amount: 'x'.repeat(70_000) }, {}, 413, 'BODY_TOO_LARGE'],
    [
      '64 KiB in chunks',
      'k',
      { amount: 'x'.repeat(70_000) },
      { 'transfer-encoding': 'chunked' },
      413,
      'BODY_TOO_LARGE',
    ],
  ])('refuses %s', async (_what, idempotencyKey, body, headers, status, code) => {
    expect(await post(idempotencyKey, body, headers)).toMatchObject({ status, body: { code } });
  });

  it.each<[string, string, string, string]>([
    ['a member twice', '{"amount":"12.5","amount":"999"}', '/amount', 'occurs twice'],
    [
      'a member twice, once escaped',
      '{"amount":"12.5","\\u0061mount":"999"}',
      '/amount',
      'occurs twice',
    ],
    [
      'a member twice inside a list',
      '{"amount":"12.5","providers":{"allow":[{},{"a/b":1,"a/b":1}]}}',
      '/providers/allow/1/a~1b',
      'occurs twice',
    ],
    [
      'a prototype',
      '{"amount":"12.5","__proto__":{"amount":"1"}}',
      '/__proto__',
      'has a name that is not allowed',
    ],
    [
      'a deep nesting',
      `{"amount":"12.5","metadata":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      `/metadata${'/0'.repeat(15)}`,
      'is more than 16 levels deep',
    ],
  ])(
    'refuses %s, which two readers may understand differently, and points at it',
    async (what, body, pointer, detail) => {
      const key = `ambiguous: ${what}`;
      const answer = await post(key, body);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'BODY_AMBIGUOUS', errors: [{ pointer, detail }] },
      });
      // Nothing was stored under the key: another body may still take it.
      expect((await post(key, { amount: '12.5' })).status).toBe(201);
    },
  );

  it('does not claim to know where nothing is known: the journal is away', async () => {
    fault = new FerrymanError('JOURNAL_UNAVAILABLE', 'away', { retryAfter: 1_500 });
    const { status, headers, body } = await post('create-4', { amount: '12.5' });
    fault = undefined;
    expect({ status, code: body.code, retry: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'JOURNAL_UNAVAILABLE',
      retry: '2',
    });
    expect(body).not.toHaveProperty('fundsState');
  });

  it('tells nothing of a fault of its own', async () => {
    fault = new Error('password hunter22 at /srv/app');
    const { status, body } = await post('create-5', { amount: '12.5' });
    fault = undefined;
    expect(status).toBe(500);
    expect(body.code).toBe('INTERNAL');
    expect(JSON.stringify(body)).not.toContain('hunter22');
  });
});

describe('reading swaps', () => {
  it('gives one swap with its events', async () => {
    const { body: created } = await post('read-1', { amount: '12.5' });
    const { status, body } = await get(`/v1/swaps/${created.swap.id}`);
    expect(status).toBe(200);
    expect(body.swap).toMatchObject({ id: created.swap.id, amount: '12.5' });
    expect(body.events.length).toBeGreaterThanOrEqual(1);
    expect(body.events[0]).toMatchObject({
      seq: expect.any(Number),
      type: expect.any(String),
      at: expect.any(String),
    });
  });

  it('does not find what is not there', async () => {
    for (const path of [
      '/v1/swaps/00000000-0000-4000-8000-000000000000',
      '/v1/swaps/1;drop',
      '/v2',
      '/v1/swaps/a/b',
    ]) {
      expect(await get(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  it('refuses other methods of a path that it knows, and names those that it takes', async () => {
    const endpoints = createEndpoints({ chains: [] } as never);
    const known = [...endpoints.map(({ path }) => path), '/v1', '/livez', '/readyz', '/metrics'];
    for (const path of new Set([...known, '/v1/openapi.json'])) {
      const methods = endpoints.filter((one) => one.path === path).map(({ method }) => method);
      const { status, headers, body } = await ask('PATCH', path.replace(/\{\w+\}/, 'some'));
      expect({ path, status, code: body.code }).toEqual({
        ...{ path, status: 405, code: 'METHOD_NOT_ALLOWED' },
      });
      const allowed = String(headers.allow)
        .split(', ')
        .filter((method) => method !== 'HEAD');
      const taken = methods.length === 0 ? ['GET'] : methods.map((method) => method.toUpperCase());
      expect(allowed, path).toEqual(taken);
    }
    // The last part is no id.
    expect(await get('/v1/swaps/batch')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect((await ask('HEAD', '/livez')).status).toBe(200);
  });

  it('lists them newest first, page by page, by state, chain and wallet', async () => {
    const ids: string[] = [];
    for (const name of ['list-1', 'list-2', 'list-3'])
      ids.push((await post(name, { amount: '12.5' })).body.swap.id);
    const first = await get('/v1/swaps?limit=2');
    expect(first.body.swaps.map((swap: { id: string }) => swap.id)).toEqual([ids[2], ids[1]]);
    const second = await get(`/v1/swaps?limit=1&cursor=${first.body.nextCursor}`);
    expect(second.body.swaps[0].id).toBe(ids[0]);

    await moveTo(journal, ids[0]!, 'failed');
    const failed = await get('/v1/swaps?state=failed,expired&chain=POLYGON&wallet=main');
    expect(failed.body.swaps.map((swap: { id: string }) => swap.id)).toEqual([ids[0]]);
    expect((await get('/v1/swaps?wallet=other')).status).toBe(400);
  });

  it('refuses a query that it does not understand, with every fault', async () => {
    const { status, body } = await get('/v1/swaps?state=lost&limit=0&colour=red');
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    const pointers = body.errors.map((error: { pointer: string }) => error.pointer);
    expect(pointers.sort()).toEqual(['/colour', '/limit', '/state']);
  });
});

const act = (id: string, what: 'cancel' | 'retry', as = key) =>
  ask('POST', `/v1/swaps/${id}/${what}`, { authorization: `Bearer ${as}` });
const created = async (idempotencyKey: string): Promise<string> =>
  (await post(idempotencyKey, { amount: '12.5' })).body.swap.id;

describe('cancelling and retrying', () => {
  it('cancels a swap at once, and the same again; submitting it again gives the cancelled one', async () => {
    const id = await created('cancel-1');
    for (let times = 0; times < 2; times++) {
      const { status, body } = await act(id, 'cancel');
      expect(status).toBe(200);
      expect(body.swap).toMatchObject({
        id,
        state: 'cancelled',
        fundsState: 'untouched',
        reason: { code: 'CANCELLED', meaning: expect.any(String) },
        cancel: { requestedAt: expect.stringMatching(/Z$/), status: 'cancelled' },
      });
    }
    const again = await post('cancel-1', { amount: '12.5' });
    expect(again).toMatchObject({ status: 200, body: { swap: { id, state: 'cancelled' } } });
  });

  it('gives a waiting swap a new order under its own id', async () => {
    const id = await created('retry-1');
    await moveTo(journal, id, 'needs_review');
    const { status, headers, body } = await act(id, 'retry');
    expect(status).toBe(200);
    expect(headers.location).toBe(`/v1/swaps/${id}`);
    expect(body.swap).toMatchObject({ id, state: 'requested' });
  });

  it('makes another swap of one that ended, which each names, and the same one when asked again', async () => {
    const id = await created('retry-2');
    await moveTo(journal, id, 'failed');
    const first = await act(id, 'retry');
    expect(first.status).toBe(201);
    const { swap } = first.body;
    expect(first.headers.location).toBe(`/v1/swaps/${swap.id}`);
    expect(swap).toMatchObject({
      retryOf: id,
      state: 'requested',
      amount: '12.5',
      metadata: { note: 'rent' },
    });
    expect(await act(id, 'retry')).toMatchObject({ status: 200, body: { swap: { id: swap.id } } });
    expect((await get(`/v1/swaps/${id}`)).body.swap).toMatchObject({
      state: 'failed',
      retriedBy: swap.id,
    });
  });

  it('refuses both with a problem that says why', async () => {
    const id = await created('refuse-1');
    await moveTo(journal, id, 'settled');
    for (const what of ['cancel', 'retry'] as const) {
      const { status, headers, body } = await act(id, what);
      expect(status).toBe(409);
      expect(headers['content-type']).toBe('application/problem+json');
      expect(body).toMatchObject({
        code: 'PAYMENT_LANDED',
        detail: expect.stringContaining('settled'),
        stage: 'settled',
        fundsState: 'untouched',
      });
    }
    const other = await created('refuse-2');
    await moveTo(journal, other, 'expired');
    expect(await act(other, 'cancel')).toMatchObject({ status: 409, body: { code: 'SWAP_ENDED' } });
  });

  it.each(['cancel', 'retry'] as const)(
    'lets nobody %s who may only look, and nothing that is not there',
    async (what) => {
      const id = await created(`scope-${what}`);
      expect(await act(id, what, viewer)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
      expect((await get(`/v1/swaps/${id}`)).body.swap.state).toBe('requested');
      for (const other of ['00000000-0000-4000-8000-000000000000', 'none']) {
        expect(await act(other, what)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      }
      const page = { authorization: `Bearer ${key}`, origin: 'https://evil.example' };
      expect((await ask('POST', `/v1/swaps/${id}/${what}`, page)).status).toBe(403);
    },
  );
});

describe('who may ask', () => {
  it.each([
    ['no key', {}],
    ['another scheme', { authorization: 'Basic Zm06' }],
    ['an unknown key', { authorization: `Bearer fm_${'A'.repeat(43)}` }],
    ['a key with something behind it', { authorization: 'Bearer fm_a fm_b' }],
  ])('refuses %s', async (_what, headers) => {
    const answer = await ask('GET', '/v1/swaps', headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('lets a key do what its scopes say', async () => {
    expect((await get('/v1/swaps', viewer)).status).toBe(200);
    const answer = await post('scope-1', { amount: '12.5' }, { authorization: `Bearer ${viewer}` });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('gives the first key once, and stores no key', async () => {
    expect(key).toMatch(/^fm_[\w-]{43}$/);
    expect(await ensureFirstApiKey({ journal, sealer })).toBeUndefined();
    expect(await journal.findApiKey(key)).toBeUndefined();
  });

  it('answers only for its own hosts', async () => {
    const { port } = api;
    const authorization = `Bearer ${key}`;
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `LOCALHOST:${port}`,
      `[::1]:${port}`,
    ]) {
      expect((await ask('GET', '/v1/swaps', { host, authorization })).status).toBe(200);
    }
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1.evil.example:${port}`,
    ];
    for (const host of foreign)
      expect((await ask('GET', '/livez', { host })).status, host).toBe(403);
    // No host at all as far as HTTP goes: refused before the API is asked.
    expect((await ask('GET', '/livez', { host: `localhost:${port}@evil.example` })).status).toBe(
      400,
    );
  });

  it('answers only pages of its own', async () => {
    const { port, url } = api;
    expect((await ask('GET', '/livez', { host: `127.0.0.1:${port}`, origin: url })).status).toBe(
      200,
    );
    for (const origin of [
      'https://evil.example',
      'null',
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
    ]) {
      const answer = await ask('GET', '/livez', { host: `127.0.0.1:${port}`, origin });
      expect(answer, origin).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
  });
});

describe('health', () => {
  it('is alive, ready or not, and shows its metrics, without a key', async () => {
    expect((await ask('GET', '/livez')).status).toBe(200);
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 200, body: { ok: true } });
    ready = false;
    expect(await ask('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { checks: { journal: 'failing' } },
    });
    ready = true;
    const metrics = await ask('GET', '/metrics');
    expect(metrics.body).toContain('ferryman_swaps{state="requested"}');
  });

  it('shows the texts of faults and the names of wallets to a key of scope view only', async () => {
    ready = false;
    const { reason, ...codes } = journalFault;
    const read = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await fetch(`${api.url}/readyz`, { headers })).json();
    };
    const { key: submitter } = await createApiKey({ journal, sealer }, ['submit']);
    for (const other of [undefined, 'Bearer fm_unknown', 'Basic eA==', `Bearer ${submitter}`]) {
      const shown = await read(other);
      expect(shown).toMatchObject({ checks: { journal: 'failing' }, faults: [codes] });
      expect(JSON.stringify(shown)).not.toMatch(/password|main/);
    }
    expect(await read(`Bearer ${viewer}`)).toMatchObject({
      faults: [{ ...codes, reason }],
      lowGas: [{ wallet: 'main' }],
    });
    ready = true;
  });

  it('says so when its port is taken', async () => {
    const second = serveApi({} as never, { port: api.port });
    await expect(second).rejects.toMatchObject({ code: 'PORT_IN_USE' });
  });
});
