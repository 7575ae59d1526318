import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { type ApiScope, apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { sealer } from '../support/intake-keys.ts';
import {
  deposited,
  makeChanges,
  makeSubmit,
  moveTo,
  orderedByDeposit,
  receiver,
  takenUpAgain,
  worldOf,
} from './fixtures.ts';

let folder = '';
let journal: Journal;
let api: ServedApi;
let key = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-api-'));
  await copyJournalTemplate(folder);
  journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
  const { wallet } = await worldOf(journal);
  const doors = { journal, submit: makeSubmit(journal, wallet), ...makeChanges(journal) };
  const rest = { metrics: createMetrics(journal), logger: pino({ level: 'silent' }) };
  api = await serveApi(
    { ...doors, ...rest, ready: async () => ({ ok: true, checks: {} }) },
    { port: 0 },
  );
  key = await keyFor(...apiScopes);
});
afterAll(async () => {
  await api.close();
  await journal.close();
  await rm(folder, { recursive: true });
});

const keyFor = async (...scopes: ApiScope[]): Promise<string> =>
  (await createApiKey({ journal, sealer }, scopes)).key;

async function ask(
  path: string,
  request: RequestInit,
  as = key,
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${api.url}${path}`, {
    ...request,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
  });
  return { status: answer.status, body: await answer.json() };
}

const get = (path: string) => ask(path, {});
const acknowledge = (id: string, body: unknown, as = key) =>
  ask(
    `/v1/swaps/${id}/acknowledge`,
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    as,
  );

describe('acknowledging what came after the end of a swap', () => {
  it('ends the swap again as it had ended, and keeps what was said', async () => {
    const { id, payment } = await takenUpAgain(await worldOf(journal));
    expect((await get(`/v1/swaps/${id}`)).body.swap).toMatchObject({
      state: 'needs_review',
      endedAs: 'expired',
      reason: { code: 'DEPOSIT_LATE', message: expect.stringContaining(payment.txId) },
    });
    const { status, body } = await acknowledge(id, { note: ' changenow sent it back ' });
    expect(status).toBe(200);
    expect(body.swap).toMatchObject({
      id,
      state: 'expired',
      fundsState: 'untouched',
      reason: { code: 'DEPOSIT_LATE' },
    });
    expect(body.swap.reason.message).toMatch(/acknowledged: changenow sent it back$/);
    expect(body.swap).not.toHaveProperty('endedAs');
    const { events } = (await get(`/v1/swaps/${id}`)).body;
    expect(events.at(-1)).toMatchObject({
      type: 'acknowledged',
      data: { to: 'expired', note: 'changenow sent it back' },
    });
    expect(await acknowledge(id, { note: 'again' })).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_ACKNOWLEDGE', detail: expect.stringContaining('expired') },
    });
  });

  it('needs a key that may approve: one that may submit is not enough', async () => {
    const { id } = await takenUpAgain(await worldOf(journal));
    for (const other of [await keyFor('view'), await keyFor('view', 'submit')]) {
      expect(await acknowledge(id, { note: 'seen' }, other)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    }
    expect((await get(`/v1/swaps/${id}`)).body.swap.state).toBe('needs_review');
    expect((await acknowledge(id, { note: 'seen' }, await keyFor('approve'))).status).toBe(200);
  });

  it.each<[string, unknown, string, string]>([
    ['no note', {}, 'INVALID_REQUEST', '/note'],
    ['an empty note', { note: '  ' }, 'INVALID_REQUEST', '/note'],
    ['a note of a thousand words', { note: 'word '.repeat(1_000) }, 'INVALID_REQUEST', '/note'],
    ['a note that draws in terminals', { note: 'seen\u001b[2J' }, 'INVALID_REQUEST', '/note'],
    ['another member', { note: 'seen', by: 'me' }, 'INVALID_REQUEST', '/by'],
    ['a member with a slash in its name', { note: 'seen', 'a/b': 1 }, 'INVALID_REQUEST', '/a~1b'],
    ['a list', ['seen'], 'INVALID_REQUEST', ''],
    ['half a JSON', '{"note":', 'BODY_MALFORMED', ''],
  ])('refuses %s', async (_what, body, code, pointer) => {
    const { id } = await takenUpAgain(await worldOf(journal));
    const refused = await acknowledge(id, body);
    expect(refused).toMatchObject({ status: 400, body: { code } });
    if (code === 'INVALID_REQUEST') expect(refused.body.errors[0].pointer).toBe(pointer);
    expect((await get(`/v1/swaps/${id}`)).body.swap.state).toBe('needs_review');
  });

  it('does not find what is not there', async () => {
    for (const other of ['00000000-0000-4000-8000-000000000000', 'none']) {
      expect(await acknowledge(other, { note: 'seen' })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    }
  });
});

describe('resolving a swap that waits for a person', () => {
  const resolve = (id: string, body: unknown, as = key) =>
    ask(`/v1/swaps/${id}/resolve`, { method: 'POST', body: JSON.stringify(body) }, as);
  const txId = `0x${'ab'.repeat(32)}`;
  /** No chain is configured here, so that nobody can look. */
  async function waiting(): Promise<string> {
    const { id } = await orderedByDeposit(await worldOf(journal), 'deposit');
    const version = (await journal.snapshot(id))?.swap.version ?? 0;
    const reason = { code: 'SETTLEMENT_DISPUTED', message: 'the routing service says paid' };
    await journal.transition({
      swapId: id,
      version,
      state: 'needs_review',
      fundsState: 'unknown',
      reason,
    });
    return id;
  }

  it('ends it, and keeps by whose key, as what and why; what nobody here can see is marked so', async () => {
    const id = await waiting();
    const toDo = expect.stringContaining(`ferryman swap resolve ${id}`);
    expect((await get(`/v1/swaps/${id}`)).body.swap).toMatchObject({ state: 'needs_review', toDo });
    const { status, body } = await resolve(id, {
      as: 'paid',
      evidence: txId.replace('0x', ''),
      reason: ' seen ',
    });
    expect(status).toBe(200);
    expect(body.swap).toMatchObject({
      ...{ id, state: 'settled', fundsState: 'moved', level: 'operator-reported' },
      reason: {
        code: 'RESOLVED_BY_PERSON',
        message: expect.stringContaining('SETTLEMENT_DISPUTED'),
      },
      legs: [{ txId, role: 'payout', level: 'operator-reported', promisedBaseUnits: '397' }],
    });
    expect(body.swap).not.toHaveProperty('toDo');
    expect((await get(`/v1/swaps/${id}`)).body.events.at(-1)).toMatchObject({
      type: 'resolved',
      data: {
        as: 'paid',
        evidence: txId,
        reason: 'seen',
        by: expect.stringMatching(/^API key \w+/),
      },
    });
    expect(await resolve(id, { as: 'unpaid', reason: 'again' })).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_RESOLVE' },
    });
  });

  it('as unpaid lets nothing pay again, and as refunded brings back what was paid', async () => {
    const [unpaid, refunded] = [await waiting(), await waiting()];
    expect(
      (await resolve(unpaid, { as: 'unpaid', reason: 'the provider is gone' })).body.swap,
    ).toMatchObject({
      ...{ state: 'failed', fundsState: 'unknown' },
      legs: [],
    });
    const retry = await ask(`/v1/swaps/${unpaid}/retry`, { method: 'POST' });
    expect(retry).toMatchObject({ status: 409, body: { code: 'FUNDS_UNKNOWN' } });
    const back = { as: 'refunded', evidence: `0x${'cd'.repeat(32)}`, reason: 'on the explorer' };
    expect((await resolve(refunded, back)).body.swap).toMatchObject({
      ...{ state: 'refunded', fundsState: 'returned' },
      legs: [{ role: 'refund', level: 'operator-reported', promisedBaseUnits: '1000' }],
    });
  });

  it('takes no decision on a version that nobody looked at, and none over a deposit that comes meanwhile', async () => {
    const id = await waiting();
    const { version } = (await get(`/v1/swaps/${id}`)).body.swap;
    const decision = { as: 'unpaid', reason: 'nothing came' };
    const refused = {
      status: 409,
      body: { code: 'SWAP_CHANGED', detail: expect.stringContaining('look again') },
    };
    expect(await resolve(id, { ...decision, version: version - 1 })).toMatchObject(refused);
    expect((await resolve(id, { ...decision, version })).body.swap.state).toBe('failed');

    const world = await worldOf(journal);
    const order = await orderedByDeposit(world, 'deposit-by-hand');
    await deposited(world, order, { amount: 400n });
    await moveTo(journal, order.id, 'needs_review');
    // While the evidence is read another process sees more money, and changes what does not matter.
    const between = (change: () => Promise<unknown>) => {
      let isFirst = true;
      return makeChanges({
        ...journal,
        resolve: async (record) => {
          if (isFirst) await change();
          isFirst = false;
          return journal.resolve(record);
        },
      });
    };
    const person = { ...decision, as: 'unpaid', by: 'alice' } as const;
    const changed = { code: 'SWAP_CHANGED' };
    const more = () => deposited(world, order, { block: { number: 105n, hash: '0xc' } });
    await expect(between(more).resolve(order.id, person)).rejects.toMatchObject(changed);
    const revision = (await journal.findSwap(order.id))?.revision ?? 0;
    const other = () => moveTo(journal, order.id, 'needs_review');
    await expect(between(other).resolve(order.id, { ...person, revision })).rejects.toMatchObject(
      changed,
    );
    expect((await between(other).resolve(order.id, person)).swap.state).toBe('failed');
  });

  it('takes a decision on what a person saw, however often chain and routing service were polled since', async () => {
    const world = await worldOf(journal);
    const { id, attemptId } = await world.paid();
    const asked = async (status: string) =>
      journal.recordStatus({ swapId: id, version: await world.version(id), status });
    const shown = async () => (await get(`/v1/swaps/${id}`)).body.swap.version;
    await asked('PENDING');
    const reason = { code: 'SETTLEMENT_DISPUTED', message: 'the routing service says paid' };
    const review = { state: 'needs_review', fundsState: 'unknown', reason } as const;
    await journal.transition({ swapId: id, version: await world.version(id), ...review });
    const [seen, read] = [await shown(), await world.version(id)];
    await asked('PENDING');
    await asked('PENDING');
    await journal.recordSent(attemptId, { kind: 'already_known' });
    expect(await shown()).toBe(seen);
    // A worker that read the swap before that still writes nothing.
    await expect(
      journal.transition({ swapId: id, version: read, ...review }),
    ).rejects.toMatchObject({
      code: 'JOURNAL_STALE',
    });
    await asked('SUCCESS');
    expect(await shown()).toBeGreaterThan(seen);
    const decision = { as: 'unpaid', reason: 'nothing came' };
    expect(await resolve(id, { ...decision, version: seen })).toMatchObject({
      body: { code: 'SWAP_CHANGED' },
    });
    const now = await shown();
    await asked('SUCCESS');
    expect((await resolve(id, { ...decision, version: now })).body.swap.state).toBe('failed');
  });

  it('needs a key that may approve', async () => {
    const id = await waiting();
    const refused = await resolve(
      id,
      { as: 'unpaid', reason: 'x' },
      await keyFor('view', 'submit'),
    );
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it.each<[string, unknown, string]>([
    ['no end', { reason: 'seen' }, '/as'],
    ['another end', { as: 'lost', reason: 'seen' }, '/as'],
    ['no reason', { as: 'unpaid' }, '/reason'],
    ['a reason that draws in terminals', { as: 'unpaid', reason: 'seen\u001b[2J' }, '/reason'],
    ['a payout without evidence', { as: 'paid', reason: 'seen' }, '/evidence'],
    [
      'evidence that is no transaction',
      { as: 'paid', evidence: '0x12', reason: 'seen' },
      '/evidence',
    ],
    [
      'evidence of many words',
      { as: 'paid', evidence: 'a'.repeat(201), reason: 'seen' },
      '/evidence',
    ],
    ['a version that is none', { as: 'unpaid', reason: 'seen', version: 0 }, '/version'],
    ['a name of one’s own', { as: 'unpaid', reason: 'seen', by: 'me' }, '/by'],
  ])('refuses %s', async (_what, body, pointer) => {
    const id = await waiting();
    const refused = await resolve(id, body);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', errors: [{ pointer }] },
    });
    expect((await get(`/v1/swaps/${id}`)).body.swap.state).toBe('needs_review');
  });
});

describe('a swap that is paid by hand', () => {
  it('tells where to pay, how much, until when, and what has come', async () => {
    const world = await worldOf(journal);
    const order = await orderedByDeposit(world, 'deposit-by-hand', { memo: '0042' });
    await moveTo(journal, order.id, 'awaiting_deposit');
    const { swap } = (await get(`/v1/swaps/${order.id}`)).body;
    expect(swap).toMatchObject({
      state: 'awaiting_deposit',
      flow: 'deposit-by-hand',
      order: {
        provider: 'changenow',
        deposit: {
          chain: world.chain,
          address: receiver,
          amount: '0.000000000000001',
          amountBaseUnits: '1000',
          memo: '0042',
          exchangeId: order.exchangeId,
          payBy: expect.stringMatching(/Z$/),
          payments: [],
        },
      },
    });
    expect(Date.parse(swap.order.deposit.payBy)).toBeGreaterThan(Date.now());
  });
});
