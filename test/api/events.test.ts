import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { createJournal } from '../../src/journal/create-journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { transition } from '../../src/journal/operations/transition.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { sealer } from '../support/intake-keys.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { openStream, type Received } from '../support/read-stream.ts';
import { makeChanges, makeSubmit, moveTo } from './fixtures.ts';

const checkAnswer = createAnswerCheck();

interface Served {
  journal: Journal;
  api: ServedApi;
  key: string;
  submit(idempotencyKey: string): Promise<string>;
  clock: { now: number };
}

async function serve(journal: Journal): Promise<Served> {
  const wallet = await journal.createWallet({
    name: 'main',
    family: 'evm',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    keyRef: 'main',
  });
  const submit = makeSubmit(journal, wallet);
  const clock = { now: Date.UTC(2026, 10, 25) };
  const api = await serveApi(
    {
      ...{ journal, submit },
      ...makeChanges(journal),
      clock: { now: () => clock.now },
      ready: async () => ({ ok: true, checks: {} }),
      metrics: createMetrics(journal),
      logger: pino({ level: 'silent' }),
    },
    { port: 0 },
  );
  return {
    ...{ journal, api, clock },
    key: (await createApiKey({ journal, sealer }, apiScopes)).key,
    submit: async (idempotencyKey) =>
      (await submit({ idempotencyKey, body: { amount: '12.5' } })).swap.id,
  };
}

/** A stream that the test ends. */
async function stream({ api, key }: Served, path: string, lastEventId?: string, as = key) {
  const client = new AbortController();
  const opened = await openStream(`${api.url}${path}`, {
    key: as,
    signal: AbortSignal.any([client.signal, hangSignal()]),
    ...(lastEventId === undefined ? {} : { lastEventId }),
  });
  if (!opened.events || !opened.state) throw new Error(JSON.stringify(opened.problem));
  const { events, state, type } = opened;
  return {
    ...{ state, type },
    async next(): Promise<Received> {
      const { value, done } = await events.next();
      if (done) throw new Error('the stream has ended');
      return value;
    },
    async take(count: number): Promise<Received[]> {
      const taken: Received[] = [];
      while (taken.length < count) taken.push(await this.next());
      return taken;
    },
    end: () => client.abort(),
  };
}

let folder = '';
let embedded: Served;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-events-'));
  await copyJournalTemplate(folder);
  embedded = await serve(await openJournal({ kind: 'pglite', folder: join(folder, 'journal') }));
});
afterAll(async () => {
  await embedded.api.close();
  await embedded.journal.close();
  await rm(folder, { recursive: true });
});

async function page(served: Served, query: string) {
  const path = `/v1/events?${query}`;
  const response = await fetch(`${served.api.url}${path}`, {
    headers: { authorization: `Bearer ${served.key}`, accept: 'application/json' },
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
  const answer: { status: number; body: any } = {
    status: response.status,
    body: await response.json(),
  };
  checkAnswer('GET', path, answer);
  return answer;
}

describe('a stream of events', () => {
  it('has what happens from now on, as the API shows it elsewhere', async () => {
    await embedded.submit('before');
    const following = await stream(embedded, '/v1/events');
    expect(following.type).toBe('text/event-stream');
    const id = await embedded.submit('first');
    const [{ data }] = (await following.take(1)) as [Received];
    const [event] = await embedded.journal.events(id as never);
    expect(data).toMatchObject({
      type: 'swap_submitted',
      topics: ['swap.requested', 'swap.event'],
      swap: { id, wallet: 'main', fromChain: 'ETH', toChain: 'POLYGON' },
      state: 'requested',
      fundsState: 'untouched',
      seq: 1,
      hash: event?.hash,
    });
    following.end();
  });

  it('goes on where it broke off, and a page goes on too', async () => {
    const following = await stream(embedded, '/v1/events');
    await embedded.submit('a');
    const first = await following.next();
    following.end();
    const ids = [await embedded.submit('b'), await embedded.submit('c')];
    const again = await stream(embedded, '/v1/events', first.id);
    expect((await again.take(2)).map(({ data }) => data.swap.id)).toEqual(ids);
    again.end();
    const { body } = await page(embedded, `after=${first.id}&limit=1`);
    expect(body).toMatchObject({ events: [{ swap: { id: ids[0] } }], hasMore: true });
    const rest = (await page(embedded, `after=${body.nextCursor}`)).body;
    expect(rest).toMatchObject({ events: [{ swap: { id: ids[1] } }], hasMore: false });
    expect((await page(embedded, `after=${rest.nextCursor}`)).body).toMatchObject({
      events: [],
      nextCursor: rest.nextCursor,
    });
  });

  it('goes on without a gap where it broke off before its first event', async () => {
    const following = await stream(embedded, '/v1/events?type=swap.failed');
    const waiting = following.next().catch(() => undefined);
    await expect.poll(() => following.state.lastEventId).not.toBe('');
    following.end();
    await waiting;
    const id = await embedded.submit('meanwhile');
    const again = await stream(embedded, '/v1/events', following.state.lastEventId);
    expect((await again.next()).data.swap.id).toBe(id);
    again.end();
  });

  it('has only what is asked for', async () => {
    const review = await stream(
      embedded,
      '/v1/events?type=swap.needs_review&wallet=main&chain=ETH',
    );
    const { journal } = embedded;
    await journal.createWallet({
      name: 'other',
      family: 'evm',
      address: `0x${'5'.repeat(40)}`,
      keyRef: 'other',
    });
    const none = await stream(embedded, '/v1/events?wallet=other');
    for (const [query, meant] of [
      ['wallet=main,othr', 'other'],
      ['chain=ETH, POLYGN', 'POLYGON'],
      ['type=swap.setled', 'swap.settled'],
    ])
      await expect(stream(embedded, `/v1/events?${query}`)).rejects.toThrow(
        `did you mean ${meant}?`,
      );
    const [id, other] = [await embedded.submit('filter'), await embedded.submit('filter 2')];
    await moveTo(embedded.journal, other, 'quoted');
    await moveTo(embedded.journal, id, 'needs_review');
    expect((await review.next()).data).toMatchObject({
      type: 'state_changed',
      topics: ['swap.needs_review', 'swap.event'],
      swap: { id },
      state: 'needs_review',
    });
    const own = await stream(embedded, `/v1/swaps/${id}/events`);
    expect((await own.take(2)).map(({ data }) => data.seq)).toEqual([1, 2]);
    await moveTo(embedded.journal, id, 'failed');
    expect((await own.next()).data).toMatchObject({ seq: 3, state: 'failed' });
    const bystander = none.next().then(
      () => 'an event',
      () => 'nothing',
    );
    for (const one of [review, none, own]) one.end();
    expect(await bystander).toBe('nothing');
  });

  it('tells a reader that comes from another journal to list again', async () => {
    const [cursor] = (await page(embedded, 'after=start')).body.events;
    const text = Buffer.from(cursor.id, 'base64url').toString();
    const changed = (from: RegExp, to: string): string =>
      Buffer.from(text.replace(from, to)).toString('base64url');
    for (const lost of [changed(/^\w{8}/, '00000000'), changed(/\w{8}$/, '00000000')]) {
      const following = await stream(embedded, '/v1/events', lost);
      const reset = await following.next();
      expect(reset).toMatchObject({ event: 'reset', data: { reason: expect.any(String) } });
      const id = await embedded.submit(`after a reset ${lost}`);
      expect((await following.next()).data.swap.id).toBe(id);
      following.end();
      expect((await page(embedded, `after=${lost}`)).body).toMatchObject({
        code: 'CURSOR_FOREIGN',
      });
    }
    expect((await page(embedded, 'after=nonsense')).body).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ pointer: '/after' }],
    });
  });

  it('ends when the key is revoked or has expired', async () => {
    const expiresAt = embedded.clock.now + 60_000;
    const rights = [{}, { expiresAt }] as const;
    const keys = await Promise.all(
      rights.map((right) => createApiKey({ journal: embedded.journal, sealer }, ['view'], right)),
    );
    const [revoked, expiring] = await Promise.all(
      keys.map(({ key }) => stream(embedded, '/v1/events', undefined, key)),
    );
    await embedded.journal.revokeApiKey(keys[0]?.id ?? '', embedded.clock.now);
    embedded.clock.now += 60_001;
    await expect(revoked?.next()).rejects.toThrow('has ended');
    await expect(expiring?.next()).rejects.toThrow('has ended');
  });

  it('is refused to a key that has too many open, and to a HEAD it has none', async () => {
    const { key } = await createApiKey({ journal: embedded.journal, sealer }, ['view']);
    const head = await fetch(`${embedded.api.url}/v1/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(head.status).toBe(200);
    const open = await Promise.all(
      Array.from({ length: 20 }, () => stream(embedded, '/v1/events', undefined, key)),
    );
    await expect(stream(embedded, '/v1/events', undefined, key)).rejects.toThrow(
      'TOO_MANY_REQUESTS',
    );
    for (const one of open) one.end();
    await expect
      .poll(async () => {
        const again = await stream(embedded, '/v1/events', undefined, key).catch(() => undefined);
        again?.end();
        return again?.type;
      })
      .toBe('text/event-stream');
  });
});

describe('a stream of events on Postgres', () => {
  let server: PostgresServer;
  let url = '';
  let served: Served;
  beforeAll(async () => {
    server = await startPostgresServer();
    url = await server.createJournal();
    served = await serve(await openJournal({ kind: 'postgres', url }));
  });
  afterAll(async () => {
    await served.api.close();
    await served.journal.close();
    await server.close();
  });

  it('has each event once and in its order, over breaks, while several write', async () => {
    const { journal } = served;
    const start = await stream(served, '/v1/events');
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const ids: string[] = [];
      for (let index = 0; index < 12; index += 1) {
        const id = await served.submit(`${writer}/${index}`);
        for (const state of ['quoted', 'requested', 'failed'] as const)
          await moveTo(journal, id, state);
        ids.push(id);
      }
      return ids;
    });
    const seen: Received[] = await start.take(10);
    start.end();
    const expected = 4 * 12 * 4;
    while (seen.length < expected) {
      const again = await stream(served, '/v1/events', seen.at(-1)?.id);
      seen.push(...(await again.take(Math.min(37, expected - seen.length))));
      again.end();
    }
    const ids = (await Promise.all(writers)).flat();
    for (const id of ids) {
      const own = seen.filter(({ data }) => data.swap.id === id);
      expect(own.map(({ data }) => data.seq)).toEqual([1, 2, 3, 4]);
    }
  });

  it('waits for a transaction that commits late, and orders its swap by what happened', async () => {
    const slow = openPostgresClient({ url, poolSize: 1 });
    const slowJournal = createJournal(slow);
    const following = await stream(served, '/v1/events');
    const received: Received[] = [];
    const [late, other] = [await served.submit('late'), await served.submit('other')];
    await following.take(2);
    let fast = '';
    await slow.transaction(async (session) => {
      // It has its id now, and writes to the swap after others that began later.
      await session.query('select pg_current_xact_id()::text as id');
      fast = await served.submit('fast');
      await moveTo(served.journal, late, 'quoted');
      const waiting = following.next();
      const first = await Promise.race([
        waiting.then(() => 'an event'),
        served.journal.readFeed({ after: await served.journal.feedEnd(), limit: 1 }),
      ]);
      expect(first).toEqual([]);
      const version = (await served.journal.findSwap(late as never))?.swap.version ?? 0;
      const at = { swapId: late as never, version, fundsState: 'untouched' } as const;
      await transition(session, { ...at, state: 'failed' });
      void waiting.then((event) => received.push(event));
    });
    await moveTo(served.journal, other, 'quoted');
    while (received.length < 4) received.push(await following.next());
    following.end();
    const states = (id: string) =>
      received.filter(({ data }) => data.swap.id === id).map(({ data }) => data.state);
    expect(received).toHaveLength(4);
    expect(states(late)).toEqual(['quoted', 'failed']);
    expect(states(fast)).toEqual(['requested']);
    expect(states(other)).toEqual(['quoted']);
    await slowJournal.close();
  });
});
