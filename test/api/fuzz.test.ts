import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { createApiKey, hashApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { sealer } from '../support/intake-keys.ts';
import { type FuzzedRequest, requestsOf } from './fuzz-requests.ts';
import { type FuzzedApi, serveFuzzedApi } from './fuzzed-api.ts';
import {
  acceptedBy,
  encode,
  hostile,
  hostileRequests,
  isSendable,
  requestOf,
} from './hostile-fields.ts';

/** Of all tests together; `npm run fuzz` makes more. */
const wanted = Number(process.env.FERRYMAN_FUZZ_REQUESTS ?? 2_000);
/** The same requests each time in `npm test`; `npm run fuzz` tries others. */
const seed = Number(process.env.FERRYMAN_FUZZ_SEED ?? 20_261_125);

let api: FuzzedApi;
beforeAll(async () => {
  api = await serveFuzzedApi();
});
afterAll(async () => {
  await api?.close();
});

const endpoints = createEndpoints({ chains: [] } as never);
const named = endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
const unknown = { id: '00000000-0000-4000-8000-000000000000', key: '' };
const hostileCount = endpoints.flatMap((endpoint) => hostileRequests(endpoint, unknown)).length;
/** Of each call with the keys of other tests. */
const perKey = 10;
const perCall = Math.max(3, Math.ceil((wanted - hostileCount) / endpoints.length) - perKey);

/** What the call names, with the journal as the next request finds it. */
async function subjectOf(endpoint: Endpoint): Promise<string> {
  const id = await api.subjectOf(endpoint);
  await api.look();
  return id;
}

const keyWith = async (rights: object, scopes: readonly string[] = apiScopes) =>
  (await createApiKey({ journal: api.journal, sealer }, scopes as never, rights)).key;

const stopRequest = (key: string, body: object, place = '/v1/stops'): FuzzedRequest => ({
  method: 'POST',
  path: place,
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ ...body, reason: 'a test' }),
});

it('notices what a request changes in the journal', async () => {
  const { status, changed } = await api.check(stopRequest(api.key, { scope: 'all' }));
  expect(status).toBe(200);
  expect(changed).toEqual(['switches']);
});

describe.each(named)('%s', (_id, endpoint) => {
  it('answers as documented, and never with a fault of its own', async () => {
    const ids = [await subjectOf(endpoint), unknown.id, 'key_0123456789ab'];
    await fc.assert(
      fc.asyncProperty(requestsOf(endpoint, ids, api.key), async (request) => {
        await api.check(request);
      }),
      { seed, numRuns: perCall, endOnFailure: true },
    );
  });

  it('takes hostile texts in every place of a request', async () => {
    const id = await subjectOf(endpoint);
    for (const { what, request } of hostileRequests(endpoint, { id, key: api.key }))
      await api.check(request, what);
  });
});

describe('a key that may not', () => {
  const refused: Record<string, readonly [status: number, make: () => Promise<string>]> = {
    'has expired': [401, () => keyWith({ expiresAt: Date.now() - 1 })],
    'was revoked': [
      401,
      async () => {
        const key = await keyWith({});
        const found = await api.journal.findApiKey(hashApiKey(key));
        await api.journal.revokeApiKey(found?.id ?? '', Date.now() - 1);
        return key;
      },
    ],
    // What another journal has made looks the same.
    'is of another journal': [401, async () => `fm_${'A'.repeat(43)}`],
  };
  it.each(Object.entries(refused))('because it %s is refused by every call', async (_why, how) => {
    const [status, make] = how;
    const key = await make();
    for (const endpoint of endpoints) {
      const answer = await api.check(requestOf(endpoint, { id: await subjectOf(endpoint), key }));
      expect(answer.status, endpoint.id).toBe(status);
    }
  });

  it('because it lacks the scope is refused by every call', async () => {
    const keys = new Map<string, string>();
    for (const scope of apiScopes)
      keys.set(
        scope,
        await keyWith(
          {},
          apiScopes.filter((other) => other !== scope),
        ),
      );
    for (const endpoint of endpoints) {
      const id = await subjectOf(endpoint);
      const key = keys.get(endpoint.scope) ?? '';
      for (const accept of acceptedBy(endpoint)) {
        const answer = await api.check(requestOf(endpoint, { id, key, accept }));
        expect(answer.status, endpoint.id).toBe(403);
      }
    }
  });
});

describe('a key with limits', () => {
  /** A key stores what it asks for; a worker judges by the key's limits before it does it. */
  const bulkTables = new Set(['bulk_actions', 'bulk_items']);
  const beyond = [
    { scope: 'all' },
    { scope: 'provider', subject: 'changenow' },
    { scope: 'chain', subject: 'ETH' },
    { scope: 'wallet', subject: 'main' },
    { scope: 'lane', subject: 'main@ETH' },
  ];
  const limited: Record<string, { make: () => Promise<string>; may: ReadonlySet<string> }> = {
    'may only look': { make: () => keyWith({}, ['view']), may: new Set() },
    'has another wallet': { make: () => keyWith({ wallets: ['side'] }), may: bulkTables },
    'has another chain': { make: () => keyWith({ chains: ['POLYGON'] }), may: bulkTables },
  };

  /** A session is the key's own. */
  const own: Readonly<Record<string, ReadonlySet<string>>> = {
    createSession: new Set(['sessions']),
  };

  it.each(Object.entries(limited))('that %s changes nothing of others', async (_which, how) => {
    const key = await how.make();
    for (const stop of beyond) {
      await api.journal.setSwitch({
        subject: '',
        ...stop,
        stopped: true,
        reason: '-',
        by: '-',
      } as never);
      await api.look();
      for (const place of ['/v1/stops', '/v1/stops/resume']) {
        const { status } = await api.check(stopRequest(key, stop, place));
        expect(status, `${place} ${JSON.stringify(stop)}`).toBe(403);
      }
    }
    for (const endpoint of endpoints) {
      const id = await subjectOf(endpoint);
      const random = fc.sample(requestsOf(endpoint, [id], key), { seed, numRuns: 1 });
      for (const request of [requestOf(endpoint, { id, key }), ...random]) {
        const { changed } = await api.check(request);
        const may = endpoint.id === 'createBulkAction' ? how.may : own[endpoint.id];
        expect(
          changed.filter((table) => !may?.has(table)),
          endpoint.id,
        ).toEqual([]);
      }
    }
  });

  it('may do what is within them', async () => {
    const key = await keyWith({ wallets: ['side'], chains: ['POLYGON'] });
    await api.look();
    const lane = { scope: 'lane', subject: 'side@POLYGON' };
    expect((await api.check(stopRequest(key, lane))).changed).toEqual(['switches']);
  });
});

describe('routes that need no key', () => {
  const routes = ['/livez', '/readyz', '/metrics', '/v1/openapi.json', '/v1'];
  it.each(routes)('%s answers hostile requests as it answers others', async (path) => {
    const get = { method: 'GET', path, headers: {} };
    const usual = await api.check(get);
    expect(usual.status).toBe(200);
    for (const text of Object.values(hostile)) {
      const requests = [
        { ...get, path: `${path}?${encode(text)}=${encode(text)}` },
        { ...get, headers: { authorization: text, accept: text, traceparent: text } },
      ];
      for (const request of requests.filter(isSendable)) {
        const answer = await api.check(request);
        // Counts and times go on.
        if (path === '/metrics') expect(answer.status).toBe(200);
        else expect(answer).toEqual(usual);
      }
    }
  });

  it('are counted under names that no client chooses', async () => {
    const { body } = await api.check({ method: 'GET', path: '/metrics', headers: {} });
    const counted = [...String(body).matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
    const known = [...routes, ...endpoints.map(({ path }) => path), 'other'];
    expect(known).toEqual(expect.arrayContaining([...new Set(counted)]));
  });
});

it('leaves the journal whole: its wallets, a good audit log, and the swap that was there', async () => {
  expect(await api.journal.wallets()).toHaveLength(2);
  expect(await api.journal.findSwap(api.swapId as never)).toBeDefined();
  const { body } = await api.check({
    method: 'GET',
    path: '/v1/audit/verify',
    headers: { authorization: `Bearer ${api.key}` },
  });
  expect(body).toMatchObject({ ok: true });
});

it('has made as many requests as it should', () => {
  expect(api.answered()).toBeGreaterThanOrEqual(wanted);
});
