import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { createApiKey, hashApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { sealer } from '../support/intake-keys.ts';
import { requestsOf } from './fuzz-requests.ts';
import { type FuzzedApi, serveFuzzedApi } from './fuzzed-api.ts';
import { hostileRequests, requestOf } from './hostile-fields.ts';

/** Of all calls together, the hostile ones among them; `npm run fuzz` makes more. */
const requests = Number(process.env.FERRYMAN_FUZZ_REQUESTS ?? 2_000);
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
const nobody = { id: '00000000-0000-4000-8000-000000000000', key: '' };
const hostileCount = endpoints.flatMap((endpoint) => hostileRequests(endpoint, nobody)).length;
const perCall = Math.max(5, Math.ceil((requests - hostileCount) / endpoints.length));

it('notices what a request changes in the journal', async () => {
  const before = await api.look();
  const { status } = await api.check({
    method: 'POST',
    path: '/v1/stops',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: '{"scope":"all","reason":"a test"}',
  });
  expect(status).toBe(200);
  expect(await api.look()).not.toBe(before);
});

describe.each(named)('%s', (_id, endpoint) => {
  it('answers as documented, and never with a fault of its own', async () => {
    const ids = [api.swapId, nobody.id, 'key_0123456789ab'];
    await fc.assert(
      fc.asyncProperty(requestsOf(endpoint, ids, api.key), async (request) => {
        await api.check(request);
      }),
      { seed, numRuns: perCall, endOnFailure: true },
    );
  });

  it('takes hostile texts in every place of a request', async () => {
    for (const { what, request } of hostileRequests(endpoint, { id: api.swapId, key: api.key }))
      await api.check(request, what);
  });
});

describe('a key that may not', () => {
  const keyWith = async (rights: object, scopes: readonly string[] = apiScopes) =>
    (await createApiKey({ journal: api.journal, sealer }, scopes as never, rights)).key;
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
    await api.look();
    for (const endpoint of endpoints) {
      const answer = await api.check(requestOf(endpoint, { id: api.swapId, key }));
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
    await api.look();
    for (const endpoint of endpoints) {
      const key = keys.get(endpoint.scope) ?? '';
      for (const accept of ['application/json', 'text/event-stream']) {
        const answer = await api.check(requestOf(endpoint, { id: api.swapId, key, accept }));
        expect(answer.status, endpoint.id).toBe(403);
      }
    }
  });
});

it('leaves the journal whole: one wallet, a good audit log, and the swap that was there', async () => {
  expect(await api.journal.wallets()).toHaveLength(1);
  expect(await api.journal.findSwap(api.swapId as never)).toBeDefined();
  const { body } = await api.check({
    method: 'GET',
    path: '/v1/audit/verify',
    headers: { authorization: `Bearer ${api.key}` },
  });
  expect(body).toMatchObject({ ok: true });
});
