import { randomUUID } from 'node:crypto';
import {
  createClient,
  FerrymanApiError,
  type FerrymanClient,
  FerrymanConnectionError,
  isFerrymanError,
  type Job,
} from 'ferryman-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { moveTo } from '../api/fixtures.ts';
import { type BreakingProxy, startBreakingProxy } from '../support/breaking-proxy.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

const job: Job = {
  wallet: 'main',
  from: { chain: 'ETH', token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  to: { chain: 'POLYGON', token: 'native' },
  amount: '12.5',
  receiver: '0xf02DC103E62cF4A2C007324d8Bb95513edABf875',
  slippageBps: 50,
};

let api: ApiOnPglite;
let proxy: BreakingProxy;
let client: FerrymanClient;

beforeAll(async () => {
  api = await startApiOnPglite();
  proxy = await startBreakingProxy(api.url);
});
afterAll(async () => {
  await proxy.close();
  await api.close();
});
beforeEach(() => {
  client = createClient({ url: `${proxy.url}/`, apiKey: api.key });
  proxy.requests.length = 0;
});
afterEach(() => {
  proxy.next.length = 0;
});

const swapsOf = async (idempotencyKey: string) => {
  const { swaps } = await api.journal.listSwaps({ limit: 200 });
  return swaps.filter(({ swap }) => swap.idempotencyKey === idempotencyKey);
};

describe('submitting', () => {
  it.each(['answer lost', 'answer cut'] as const)(
    'makes one swap of a job although the first is %s, under a key of its own',
    async (fate) => {
      const before = (await api.journal.listSwaps({ limit: 200 })).swaps.length;
      proxy.next.push(fate, fate);
      const { swap } = await client.swaps.create(job);
      expect(proxy.requests.map(({ call }) => call)).toEqual(Array(3).fill('POST /v1/swaps'));
      const keys = new Set(proxy.requests.map(({ key }) => key));
      expect([...keys]).toEqual([swap.idempotencyKey]);
      expect(await api.journal.listSwaps({ limit: 200 })).toMatchObject({
        swaps: { length: before + 1 },
      });
    },
  );

  it('takes a new key for each call, and the given one if there is one', async () => {
    const [one, other] = [await client.swaps.create(job), await client.swaps.create(job)];
    expect(one.swap.id).not.toBe(other.swap.id);
    const idempotencyKey = randomUUID();
    const given = await client.swaps.create(job, { idempotencyKey });
    const again = await client.call('createSwap', { body: job, idempotencyKey });
    expect(again.swap.id).toBe(given.swap.id);
  });

  it('says under which key it was, when no answer has come', async () => {
    proxy.next.push('answer lost', 'answer lost');
    const failed = await client.swaps.create(job, { retries: 1 }).catch((error) => error);
    expect(failed).toBeInstanceOf(FerrymanConnectionError);
    expect(failed).toMatchObject({ code: 'API_UNAVAILABLE', outcome: 'unknown' });
    const { swap } = await client.swaps.create(job, { idempotencyKey: failed.idempotencyKey });
    expect(await swapsOf(failed.idempotencyKey)).toHaveLength(1);
    expect(swap.idempotencyKey).toBe(failed.idempotencyKey);
  });

  it('takes many jobs at once, each with its own outcome', async () => {
    const keys = [randomUUID(), randomUUID()];
    const swaps = [
      { idempotencyKey: keys[0]!, job },
      { idempotencyKey: keys[1]!, job: { ...job, amount: '-1' } },
    ];
    proxy.next.push('answer lost');
    const { results } = await client.swaps.createMany(swaps);
    expect(results).toMatchObject([
      { idempotencyKey: keys[0], outcome: 'existing' },
      { idempotencyKey: keys[1], outcome: 'refused', problem: { code: 'INVALID_JOB' } },
    ]);
  });
});

describe('a refusal', () => {
  it('is an error with code, place and the state of the funds', async () => {
    const refused = await client.swaps.create({ ...job, amount: '1e3' }).catch((error) => error);
    expect(refused).toBeInstanceOf(FerrymanApiError);
    expect(refused).toMatchObject({
      code: 'INVALID_JOB',
      status: 422,
      stage: 'submit',
      fundsState: 'untouched',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      faults: [{ pointer: '/amount', detail: 'is not 12.5' }],
      message: 'INVALID_JOB: the job is malformed. /amount is not 12.5.',
    });
    expect(isFerrymanError(refused, 'INVALID_JOB')).toBe(true);
    expect(isFerrymanError(refused, 'NOT_FOUND', 'UNAUTHORIZED')).toBe(false);
    expect(isFerrymanError(new Error('INVALID_JOB'))).toBe(false);
    expect(proxy.requests).toHaveLength(1);
  });

  it('of a key does not name the key', async () => {
    const apiKey = `fm_${'a'.repeat(43)}`;
    const stranger = createClient({ url: proxy.url, apiKey });
    const refused = await stranger.swaps.get(randomUUID()).catch((error) => error);
    expect(refused).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(JSON.stringify({ ...refused, message: refused.message })).not.toContain(apiKey);
  });

  it('names what a call lacks before anything is sent', async () => {
    await expect(client.swaps.cancel('')).rejects.toThrow(new TypeError('the call needs "id"'));
    expect(proxy.requests).toEqual([]);
    expect(() => createClient({ url: '127.0.0.1:7300' })).toThrow(TypeError);
  });
});

describe('repeating', () => {
  it('waits as long as the service says after 429, for every act', async () => {
    const problem = { code: 'TOO_MANY_REQUESTS', detail: 'the key may make 5 requests a minute' };
    const refusal = {
      status: 429,
      headers: { 'retry-after': '0', 'content-type': 'application/problem+json' },
      body: JSON.stringify(problem),
    };
    proxy.next.push(refusal, refusal);
    const { key } = await client.keys.create({ scopes: ['view'], name: 'reader' });
    expect(key).toMatchObject({ name: 'reader', scopes: ['view'] });
    expect(proxy.requests).toHaveLength(3);

    proxy.next.push({ ...refusal, headers: { ...refusal.headers, 'retry-after': '3600' } });
    await expect(client.stops.list()).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  });

  it.each([502, 503, 504])('reads again after %i of a proxy', async (status) => {
    proxy.next.push({ status, body: '<html>' }, { status });
    expect(await client.stops.list()).toEqual({ stops: [] });
    expect(proxy.requests).toHaveLength(3);
  });

  it('leaves an act alone that may have been done and is not the same twice', async () => {
    const keysBefore = (await client.keys.list().take(1_000)).length;
    proxy.next.push('answer lost');
    await expect(client.keys.create({ scopes: ['view'] })).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      outcome: 'unknown',
    });
    // In pages of one: the iterator follows the cursors.
    expect(await client.keys.list({ limit: 1 }).take(1_000)).toHaveLength(keysBefore + 1);

    const { swap } = await client.swaps.create(job);
    proxy.next.push({ status: 503 });
    await expect(client.swaps.retry(swap.id)).rejects.toMatchObject({ status: 503 });
    // Twice is the same.
    proxy.next.push('answer lost');
    const cancelled = await client.swaps.cancel(swap.id);
    expect(cancelled.swap.state).toBe('cancelled');
  });

  it('goes on after a service that was not there, whatever the act', async () => {
    const gone = await startBreakingProxy(api.url);
    await gone.close();
    const asker = createClient({ url: gone.url, apiKey: api.key, retries: 0 });
    await expect(asker.keys.create({ scopes: ['view'] })).rejects.toMatchObject({
      code: 'API_UNAVAILABLE',
      outcome: 'not_sent',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('ends with the given signal, also in a pause', async () => {
    proxy.next.push({ status: 503, headers: { 'retry-after': '50' } });
    const controller = new AbortController();
    const reading = client.stops.list({ signal: controller.signal });
    await expect.poll(() => proxy.requests.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await expect(client.stops.list({ signal: controller.signal })).rejects.toThrow('enough');
    expect(proxy.requests).toHaveLength(1);
  });

  it('takes a page of a proxy for no answer, and asks again under the same key', async () => {
    const page = {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<p>Please log in</p>',
    };
    proxy.next.push(page, page, page);
    const failed = await client.swaps.create(job, { retries: 0 }).catch((error) => error);
    expect(failed).toBeInstanceOf(FerrymanConnectionError);
    expect(failed).toMatchObject({ outcome: 'unknown', status: 200 });
    expect(failed.message).toContain('it answers 200 with text/html');
    expect(failed.idempotencyKey).toBe(proxy.requests[0]?.key);
    await expect(client.call('exportSwaps', { retries: 0 })).rejects.toMatchObject({
      outcome: 'unknown',
    });
    const { swap } = await client.swaps.create(job, { retries: 1 });
    expect(await swapsOf(swap.idempotencyKey)).toHaveLength(1);
    expect(await client.call('exportSwaps')).toContain(swap.id);
  });

  it('gives up an attempt that takes too long', async () => {
    const never: typeof fetch = (_url, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const asker = createClient({ url: proxy.url, fetch: never, timeoutMs: 10, retries: 1 });
    await expect(asker.stops.list()).rejects.toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('no answer within 10 ms'),
    });
  });
});

describe('an export', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is ended by its silence, and not by its length', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let source: ReadableStreamDefaultController<Uint8Array> | undefined;
    const slowly: typeof fetch = async (_url, init) => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          source = controller;
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(stream, { headers: { 'content-type': 'text/csv' } });
    };
    const asker = createClient({ url: proxy.url, fetch: slowly, timeoutMs: 10, retries: 0 });
    const write = async (text: string) => {
      await vi.advanceTimersByTimeAsync(8);
      source?.enqueue(new TextEncoder().encode(text));
    };
    const whole = asker.call('exportSwaps');
    for (const text of ['id\n', '1\n', '2\n', '3\n']) await write(text);
    await vi.advanceTimersByTimeAsync(8);
    source?.close();
    expect(await whole).toBe('id\n1\n2\n3\n');

    const cut = asker.call('exportSwaps').catch((error) => error);
    await write('id\n');
    await vi.advanceTimersByTimeAsync(11);
    expect(await cut).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a list', () => {
  it('goes through all pages, and stops asking when its reader does', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => client.swaps.create(job)));
    proxy.requests.length = 0;
    const seen: string[] = [];
    for await (const swap of client.swaps.list({ limit: 2 })) {
      seen.push(swap.id);
      if (seen.length === 3) break;
    }
    expect(proxy.requests).toHaveLength(2);
    expect(created.map(({ swap }) => swap.id)).toEqual(expect.arrayContaining(seen));

    const all = await client.swaps.list({ limit: 2 }).take(Number.POSITIVE_INFINITY);
    const { swaps } = await api.journal.listSwaps({ limit: 200 });
    expect(all.map(({ id }) => id)).toEqual(swaps.map(({ swap }) => swap.id));
    expect(await client.swaps.list().take(2)).toHaveLength(2);
  });

  it('is filtered, and gives whole pages to those who want them', async () => {
    const { swap } = await client.swaps.create(job);
    await client.swaps.cancel(swap.id);
    const states = new Set<string>();
    for await (const page of client.swaps.list({ state: ['cancelled', 'failed'] }).pages())
      for (const { state } of page.swaps) states.add(state);
    expect([...states]).toEqual(['cancelled']);
  });
});

describe('waiting', () => {
  it('lasts over outages until the swap has ended', async () => {
    const { swap } = await client.swaps.create(job);
    proxy.requests.length = 0;
    const waiting = client.swaps.wait(swap.id, { signal: hangSignal() });
    await expect.poll(() => proxy.requests.length).toBe(1);
    await client.swaps.cancel(swap.id);
    expect((await waiting).swap.state).toBe('cancelled');
  });

  it('ends with a swap that needs a person, or goes on until the end', async () => {
    const { swap } = await client.swaps.create(job);
    await moveTo(api.journal, swap.id, 'needs_review');
    expect((await client.swaps.wait(swap.id)).swap.state).toBe('needs_review');
    proxy.requests.length = 0;
    proxy.next.push('answered', 'answer lost', { status: 502 });
    const waiting = client.swaps.wait(swap.id, { until: 'end', signal: hangSignal() });
    await expect.poll(() => proxy.requests.length).toBe(2);
    await moveTo(api.journal, swap.id, 'failed');
    expect((await waiting).swap.state).toBe('failed');
  });

  it('ends with its signal, and at once if there is no such swap', async () => {
    const { swap } = await client.swaps.create(job);
    proxy.requests.length = 0;
    const controller = new AbortController();
    const waiting = client.swaps.wait(swap.id, { signal: controller.signal });
    await expect.poll(() => proxy.requests.length).toBe(1);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(client.swaps.wait(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('makes every call by its name', async () => {
  const stopped = await client.call('stop', {
    body: { scope: 'chain', subject: 'ETH', reason: 'maintenance' },
  });
  expect(stopped.stops).toMatchObject([{ scope: 'chain', subject: 'ETH' }]);
  const released = await client.stops.resume({ scope: 'chain', subject: 'ETH', reason: 'done' });
  expect(released).toEqual({ stops: [] });
  const { chains } = await client.chains.list();
  expect(chains.map(({ name }) => name)).toEqual(['ETH', 'POLYGON']);
  const [newest] = await client.audit.list().take(1);
  expect(newest).toMatchObject({ action: 'resume', subject: 'chain ETH', reason: 'done' });
});
