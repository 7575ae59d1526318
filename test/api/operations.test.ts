import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { sealer } from '../support/intake-keys.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { callerOf } from './caller-of.ts';

let api: ApiOnPglite;
let journal: Journal;
let now = Date.UTC(2026, 10, 25);

beforeAll(async () => {
  api = await startApiOnPglite({ parts: { clock: { now: () => now } } });
  ({ journal } = api);
});
afterAll(() => api.close());

const call = callerOf(() => api);
const entries = async () => (await call('GET', '/v1/audit')).body.entries;

describe('API keys', () => {
  it('are made with limits, listed without secrets, and revoked', async () => {
    const made = await call('POST', '/v1/keys', {
      name: 'payroll',
      scopes: ['submit'],
      wallets: ['main'],
      chains: ['ETH', 'POLYGON'],
      requestsPerMinute: 10,
    });
    const { secret, key } = made.body;
    expect(secret).toMatch(/^fm_[\w-]{43}$/);
    const list = (await call('GET', '/v1/keys')).body;
    expect(list.keys).toContainEqual(key);
    expect(await inPages('/v1/keys', 'keys')).toEqual(list.keys);
    expect(JSON.stringify(list)).not.toContain(secret);
    await call('POST', `/v1/keys/${key.id}/revoke`);
    expect((await call('POST', '/v1/swaps', { amount: '12.5' }, secret)).body.detail).toBe(
      `the API key ${key.id} was revoked`,
    );
  });

  it('are for wallets and chains that exist', async () => {
    const wanted = { scopes: ['submit'], wallets: ['mian', 'nobody'], chains: ['POLYGN', 'XX9'] };
    const { status, body } = await call('POST', '/v1/keys', wanted);
    expect({ status, code: body.code, errors: body.errors }).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      errors: [
        { pointer: '/wallets/0', detail: '"mian" is not a known wallet; did you mean main?' },
        { pointer: '/wallets/1', detail: '"nobody" is not a known wallet; known wallets: main' },
        { pointer: '/chains/0', detail: '"POLYGN" is not a known chain; did you mean POLYGON?' },
        {
          pointer: '/chains/1',
          detail: '"XX9" is not a known chain; `ferryman chains` lists the identifiers',
        },
      ],
    });
    const { keys } = (await call('GET', '/v1/keys')).body;
    expect(keys.filter((key: { wallets?: string[] }) => key.wallets?.includes('mian'))).toEqual([]);
    expect((await entries())[0].action).not.toBe('createKey');
  });

  it('hand no mistyped name on to the key that replaces them', async () => {
    const { id } = await createApiKey({ journal, sealer }, ['submit'], { wallets: ['mian'] });
    const { status, body } = await call('POST', `/v1/keys/${id}/rotate`, {});
    expect({ status, detail: body.detail }).toEqual({
      status: 400,
      detail: `the API key ${id} has a name that does not exist: "mian" is not a known wallet; did you mean main? Make a new key with the right names, and revoke this one`,
    });
    expect((await journal.findApiKeyById(id))?.revokedAt).toBeUndefined();
  });

  it('stay good beside the one that replaces them, for as long as is said', async () => {
    const { key, secret } = (await call('POST', '/v1/keys', { scopes: ['view'] })).body;
    const rotated = await call('POST', `/v1/keys/${key.id}/rotate`, { overlapSeconds: 60 });
    expect(rotated.body.key.scopes).toEqual(['view']);
    expect((await call('GET', '/v1/stops', undefined, secret)).status).toBe(200);
    now += 60_000;
    expect((await call('GET', '/v1/stops', undefined, secret)).status).toBe(401);
    expect((await call('GET', '/v1/stops', undefined, rotated.body.secret)).status).toBe(200);
    expect((await call('POST', `/v1/keys/${key.id}/rotate`, {})).status).toBe(400);
  });

  it('expire', async () => {
    const expiresAt = new Date(now + 1_000).toISOString();
    const { secret } = (await call('POST', '/v1/keys', { scopes: ['view'], expiresAt })).body;
    expect((await call('GET', '/v1/stops', undefined, secret)).status).toBe(200);
    now += 1_000;
    expect((await call('GET', '/v1/stops', undefined, secret)).status).toBe(401);
  });

  it('with limits make no keys', async () => {
    const { secret } = (await call('POST', '/v1/keys', { scopes: ['admin'], wallets: ['main'] }))
      .body;
    expect((await call('POST', '/v1/keys', { scopes: ['submit'] }, secret)).status).toBe(403);
  });

  it('expire at a time that every clock has', async () => {
    for (const expiresAt of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'])
      expect((await call('POST', '/v1/keys', { scopes: ['view'], expiresAt })).status).toBe(400);
  });

  describe('with a limit of requests', () => {
    const limited = async (scopes: string[], requestsPerMinute: number): Promise<string> =>
      (await call('POST', '/v1/keys', { scopes, requestsPerMinute })).body.secret;
    const batchOf = (length: number) => ({
      swaps: Array.from({ length }, (_, index) => ({
        idempotencyKey: `r-${index}`,
        job: { amount: '12.5' },
      })),
    });
    const dryRun = { action: 'retry', filter: { chain: 'ETH' }, reason: 'x', dryRun: true };

    it('count each job of a batch as a request', async () => {
      const key = await limited(['submit'], 5);
      expect((await call('POST', '/v1/swaps/batch', batchOf(3), key)).status).toBe(200);
      expect((await call('POST', '/v1/swaps/batch', batchOf(3), key)).status).toBe(429);
    });

    it.each([
      ['batch', '/v1/swaps/batch', batchOf(6), 6],
      ['dry run', '/v1/bulk-actions', dryRun, 10],
    ])(
      'are told at once of a %s that no minute has room for, and may go on',
      async (_, path, body, cost) => {
        const key = await limited(['submit'], 5);
        const refused = await call('POST', path, body, key);
        expect(refused).toMatchObject({
          status: 422,
          body: {
            code: 'REQUEST_OVER_LIMIT',
            detail: expect.stringMatching(new RegExp(`counts as ${cost} .* 5 requests a minute`)),
          },
        });
        expect((await call('POST', '/v1/swaps/batch', batchOf(4), key)).status).toBe(200);
      },
    );
  });

  it.each([
    ['may', '/v1/stops', 200],
    ['may not', '/v1/audit', 403],
  ])('ask for what they %s only so often in a minute', async (_, path, status) => {
    const { secret } = (await call('POST', '/v1/keys', { scopes: ['view'], requestsPerMinute: 2 }))
      .body;
    const statuses = [];
    for (let asked = 0; asked < 3; asked++)
      statuses.push((await call('GET', path, undefined, secret)).status);
    expect(statuses).toEqual([status, status, 429]);
  });

  it('change only swaps of their wallets and chains', async () => {
    const { swap } = (await call('POST', '/v1/swaps', { amount: '12.5' })).body;
    const limited = async (limits: object) =>
      (await call('POST', '/v1/keys', { scopes: ['submit'], ...limits })).body.secret;
    const path = `/v1/swaps/${swap.id}/cancel`;
    const limits = { wallets: ['other'] };
    const { key: ofOther } = await createApiKey({ journal, sealer }, ['submit'], limits);
    expect((await call('POST', path, undefined, ofOther)).status).toBe(403);
    const ofTron = await limited({ chains: ['TRON'] });
    expect((await call('POST', path, undefined, ofTron)).status).toBe(403);
    expect((await call('POST', path, undefined, await limited({ wallets: ['main'] }))).status).toBe(
      200,
    );
  });

  it('need the scope admin to be seen', async () => {
    const { key } = await createApiKey({ journal, sealer }, ['view', 'submit', 'approve']);
    expect((await call('GET', '/v1/keys', undefined, key)).status).toBe(403);
    expect((await call('POST', '/v1/keys', { scopes: ['view'] }, key)).status).toBe(403);
  });
});

describe('the audit log', () => {
  it('has an act before it is done, and its refusal after it', async () => {
    const { swap } = (await call('POST', '/v1/swaps', { amount: '12.5' })).body;
    const path = `/v1/swaps/${swap.id}/resolve`;
    const { body } = await call('POST', path, { as: 'unpaid', reason: 'a guess' });
    const act = { subject: `swap ${swap.id}`, reason: 'a guess' };
    expect((await entries()).slice(0, 2)).toMatchObject([
      { ...act, action: 'resolveSwap.refused', data: { code: body.code } },
      { ...act, action: 'resolveSwap', data: { as: 'unpaid' } },
    ]);
  });

  it('is a chain that is checked from its first entry on', async () => {
    const { body } = await call('GET', '/v1/audit/verify');
    const [newest] = await entries();
    const { position, hash } = newest;
    expect(body).toEqual({ ok: true, entries: position, from: 1, to: position, hash });
  });

  it('goes page by page', async () => {
    const first = await call('GET', '/v1/audit?limit=2');
    const second = await call('GET', `/v1/audit?limit=2&cursor=${first.body.nextCursor}`);
    const positions = [...first.body.entries, ...second.body.entries].map(
      ({ position }: { position: number }) => position,
    );
    const [newest = 0] = positions;
    expect(positions).toEqual([newest, newest - 1, newest - 2, newest - 3]);
  });
});

describe('batches', () => {
  it('take each job by itself, and the same batch again is the same swaps', async () => {
    const swaps = [
      { idempotencyKey: 'b-1', job: { amount: '12.5' } },
      { idempotencyKey: 'b-2', job: { amount: '1' } },
      ...Array.from({ length: 20 }, (_, index) => ({
        idempotencyKey: `c-${index}`,
        job: { amount: '12.5' },
      })),
    ];
    const first = (await call('POST', '/v1/swaps/batch', { swaps })).body.results;
    expect(first.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey)).toEqual(
      swaps.map(({ idempotencyKey }) => idempotencyKey),
    );
    expect(first.slice(0, 2)).toMatchObject([
      { outcome: 'created', state: 'requested' },
      { outcome: 'refused', problem: { code: 'INVALID_JOB', fundsState: 'untouched' } },
    ]);
    const again = (await call('POST', '/v1/swaps/batch', { swaps })).body.results;
    expect(again[0]).toMatchObject({ outcome: 'existing', swapId: first[0].swapId });
  });

  it('have at most 1,000 jobs', async () => {
    const swaps = Array.from({ length: 1_001 }, (_, index) => ({
      idempotencyKey: `${index}`,
      job: {},
    }));
    const { status, body } = await call('POST', '/v1/swaps/batch', { swaps });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ pointer: '/swaps' }],
    });
  });
});

describe('a key with limits that may not view', () => {
  it('is told no names of wallets', async () => {
    const limits = { scopes: ['submit'], wallets: ['main'] };
    const { secret } = (await call('POST', '/v1/keys', limits)).body;
    const stop = { scope: 'wallet', subject: 'mian', reason: 'x' };
    const refused = await call('POST', '/v1/stops', stop, secret);
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const bulk = { action: 'cancel', filter: { wallet: 'mian' }, reason: 'x', dryRun: true };
    const unknown = await call('POST', '/v1/bulk-actions', bulk, secret);
    expect(unknown).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/filter/wallet' }] },
    });
    expect(JSON.stringify([refused.body, unknown.body])).not.toContain('main');
  });
});

describe('a key that may submit and not view', () => {
  it('reads no record by the preview of a retry', async () => {
    const path = `/v1/swaps/${await api.submit('not-to-be-read')}`;
    const { secret } = (await call('POST', '/v1/keys', { scopes: ['submit'] })).body;
    for (const [method, of] of [
      ['GET', '/record'],
      ['POST', '/retry/dry-run'],
    ] as const)
      expect(await call(method, `${path}${of}`, undefined, secret)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', detail: expect.stringContaining('lacks the scope view') },
      });
  });
});

describe('the first event of a swap', () => {
  const submittedBy = async (id: string) =>
    (await call('GET', `/v1/swaps/${id}`)).body.events.find(
      ({ type }: { type: string }) => type === 'swap_submitted',
    ).data;
  const send = async (key: string, path: string, idempotencyKey: string, body?: object) => {
    const response = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        'idempotency-key': idempotencyKey,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any call.
    const answer: any = await response.json();
    return { ...answer, requestId: response.headers.get('x-request-id') };
  };
  const newKey = async () => (await call('POST', '/v1/keys', { scopes: ['submit'] })).body;

  it('names the key and the request, alone and in a batch, and of a repetition the first', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const job = { amount: '12.5' };
    const alone = await send(one.secret, '/v1/swaps', 'named', job);
    const named = { by: `API key ${one.key.id}`, requestId: alone.requestId };
    expect(await submittedBy(alone.swap.id)).toMatchObject(named);
    expect((await send(other.secret, '/v1/swaps', 'named', job)).swap.id).toBe(alone.swap.id);
    expect(await submittedBy(alone.swap.id)).toMatchObject(named);
    const swaps = [{ idempotencyKey: 'named-in-a-batch', job }];
    const batch = await send(other.secret, '/v1/swaps/batch', 'unused', { swaps });
    expect(await submittedBy(batch.results[0].swapId)).toMatchObject({
      by: `API key ${other.key.id}`,
      requestId: batch.requestId,
    });
  });

  it('names who tried a swap again, for the new swap', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const { swap } = await send(one.secret, '/v1/swaps', 'ended', { amount: '12.5' });
    await call('POST', `/v1/swaps/${swap.id}/cancel`);
    const again = await send(other.secret, `/v1/swaps/${swap.id}/retry`, 'unused');
    expect(await submittedBy(again.swap.id)).toMatchObject({
      retryOf: swap.id,
      by: `API key ${other.key.id}`,
      requestId: again.requestId,
    });
  });
});

describe('waiting for a swap', () => {
  it('answers when it has ended, or when the time is over', async () => {
    const { swap } = (
      await call('POST', '/v1/swaps/batch', {
        swaps: [{ idempotencyKey: 'w-1', job: { amount: '12.5' } }],
      }).then(({ body }) => call('GET', `/v1/swaps/${body.results[0].swapId}`))
    ).body;
    const early = await call('GET', `/v1/swaps/${swap.id}/wait?timeoutSeconds=1`);
    expect(early.body.swap.state).toBe('requested');
    const waiting = call('GET', `/v1/swaps/${swap.id}/wait`);
    await call('POST', `/v1/swaps/${swap.id}/cancel`);
    expect((await waiting).body.swap.state).toBe('cancelled');
  });
});

describe('the description of the API', () => {
  it('is served to everyone, as OpenAPI and as a page that may load nothing', async () => {
    const document: unknown = await (await fetch(`${api.url}/v1/openapi.json`)).json();
    expect(document).toMatchObject({ openapi: '3.1.1', paths: { '/v1/swaps': {} } });
    const page = await fetch(`${api.url}/v1`);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const text = await page.text();
    for (const path of Object.keys((document as { paths: object }).paths))
      expect(text).toContain(path);
  });
});

describe('overviews', () => {
  it('show chains with what is stopped there, and allowances', async () => {
    await call('POST', '/v1/stops', { scope: 'chain', subject: 'ETH', reason: 'an upgrade' });
    const stopped = { scope: 'chain', reason: 'an upgrade' };
    const { chains } = (await call('GET', '/v1/chains')).body;
    expect(chains).toMatchObject([{ name: 'ETH', stopped }, { name: 'POLYGON' }]);
    expect(chains[1].stopped).toBeUndefined();
    await call('POST', '/v1/stops/resume', { scope: 'chain', subject: 'ETH', reason: 'done' });
    const allowance = {
      chain: 'ETH',
      walletId: (await journal.wallets())[0]?.id as never,
      token: '0x1111111111111111111111111111111111111111',
      spender: '0x2222222222222222222222222222222222222222',
    };
    await journal.recordAllowance({ ...allowance, value: 12_500_000n, block: 7n });
    const facts = { address: allowance.token, symbol: 'USDC', decimals: 6 };
    await journal.recordToken('eip155:1', facts);
    const found = { wallet: 'main', symbol: 'USDC', allowed: '12.5', neededBaseUnits: '0' };
    const list = (await call('GET', '/v1/allowances')).body;
    expect(list).toMatchObject({ allowances: [{ ...found, block: '7' }] });
    expect(list.nextCursor).toBeUndefined();

    const other = { ...allowance, spender: '0x3333333333333333333333333333333333333333' };
    await journal.recordAllowance({ ...other, value: 1n, block: 8n });
    expect(await inPages('/v1/allowances', 'allowances')).toMatchObject([
      { ...found, spender: allowance.spender },
      { wallet: 'main', spender: other.spender },
    ]);
    for (const path of ['/v1/allowances', '/v1/balances', '/v1/keys'])
      expect(await call('GET', `${path}?cursor=WyJtYWluIl0`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/cursor', detail: 'is none that a list gave' }] },
      });
  });

  it('show providers with what is stopped, and their swaps where that is asked', async () => {
    await call('POST', '/v1/stops', { scope: 'provider', subject: 'across', reason: 'late' });
    const named = async (query = '') =>
      (await call('GET', `/v1/providers${query}`)).body.providers.find(
        ({ name }: { name: string }) => name === 'across',
      );
    expect(await named()).toMatchObject({
      style: 'cross-chain',
      isAdditional: false,
      stopped: { scope: 'provider', reason: 'late' },
    });
    await call('POST', '/v1/stops/resume', { scope: 'provider', subject: 'across', reason: 'ok' });
    const swaps = [{ idempotencyKey: 'p-1', job: { amount: '12.5' } }];
    const [{ swapId: id }] = (await call('POST', '/v1/swaps/batch', { swaps })).body.results;
    const order = { provider: 'across', swapType: 'cross-chain', minOut: 1n, expectedOut: 1n };
    const { version } = (await journal.snapshot(id))?.swap ?? { version: 0 };
    await journal.recordQuote({
      swapId: id,
      version,
      quoteId: 'q-1',
      ...order,
      declaredFee: 0n,
      signals: { warnings: [], flags: [] },
      destinationAnchor: 0n,
      quotedAt: 0,
      raw: {},
    });
    expect((await named()).outcomes).toBeUndefined();
    expect((await named('?withinSeconds=86400')).outcomes).toEqual([{ state: 'quoted', count: 1 }]);
  });

  it('list wallets, chains, lanes, balances and errors', async () => {
    expect((await call('GET', '/v1/wallets')).body.wallets).toMatchObject([{ name: 'main' }]);
    expect((await call('GET', '/v1/chains')).body.chains).toMatchObject([
      { name: 'ETH', caip2: 'eip155:1', nativeToken: { symbol: 'ETH', decimals: 18 } },
      { name: 'POLYGON' },
    ]);
    for (const path of ['/v1/lanes', '/v1/balances', '/v1/errors'])
      expect((await call('GET', path)).status).toBe(200);
  });
});

/** All entries of a list, read in pages of one. */
async function inPages(path: string, name: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `${path}?limit=1${cursor && `&cursor=${cursor}`}`);
    entries.push(...body[name]);
    if (body.nextCursor === undefined) return entries;
    cursor = body.nextCursor;
  }
}
