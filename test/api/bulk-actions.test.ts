import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDependencies } from '../../src/api/api-environment.ts';
import { bulkEndpoints } from '../../src/api/endpoints/bulk.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import { startBulkActions } from '../../src/executor/bulk/start-bulk-actions.ts';
import { createJobSeals, publicJobKey } from '../../src/keys/create-job-seals.ts';
import type { JobSeals } from '../../src/ports/job-seals.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { attacker } from '../support/snapshot.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { trustingSeals } from '../support/trusting-seals.ts';
import { until } from '../support/until.ts';
import { contextOf, makeJob, moveTo } from './fixtures.ts';

let api: ApiOnPglite;
let journal: Journal;
let wallet: Wallet;
let admin = '';
const checkAnswer = createAnswerCheck();

beforeAll(async () => {
  api = await startApiOnPglite();
  ({ journal, wallet, key: admin } = api);
});
afterAll(() => api.close());

async function call(
  method: string,
  path: string,
  body?: unknown,
  { as = admin, key = randomUUID() as string } = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
): Promise<any> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'idempotency-key': key,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: await response.json() };
  checkAnswer(method, path, answer);
  return answer;
}

/** Swaps with a mark of their own, the oldest first. */
async function submitted(count: number): Promise<{ ids: string[]; filter: { metadata: string } }> {
  const mark = randomUUID();
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { swap } = await journal.submit({
      idempotencyKey: randomUUID(),
      bodyHash: '',
      job: makeJob(wallet, { metadata: { mark } }),
    });
    ids.push(swap.id);
  }
  return { ids, filter: { metadata: `mark=${mark}` } };
}

const request = (action: string, filter: object, change: object = {}) => ({
  action,
  filter,
  reason: 'the provider is up again',
  ratePerMinute: 6_000,
  ...change,
});

const create = async (body: object, options: { as?: string; key?: string } = {}) =>
  (await call('POST', '/v1/bulk-actions', body, options)).body.bulkAction;
const read = async (id: string) => (await call('GET', `/v1/bulk-actions/${id}`)).body.bulkAction;
const stateOf = async (id: string) => (await journal.findSwap(id as never))?.swap.state;

/** Works as a process with this name until all is done, or until it ends after so many swaps. */
function work(holder: string, swaps = Number.POSITIVE_INFINITY, change: object = {}) {
  const context = { ...contextOf(journal), ...change };
  let dispatched = 0;
  const dispatch = async () => {
    dispatched += 1;
    if (dispatched >= swaps) void loop.stop();
    return 'queued' as const;
  };
  const queue = { ...context.queue, dispatch };
  const loop = startBulkActions({ ...context, queue, holder });
  loop.wake();
  return loop;
}

async function finished(id: string) {
  await until(async () => (await read(id)).remaining === 0);
  return read(id);
}

describe('a dry run', () => {
  it('says what would be done, what not and why, and what may have been sent', async () => {
    const { ids, filter } = await submitted(4);
    const [open = '', expired = '', cancelled = '', unknown = ''] = ids;
    await moveTo(journal, expired, 'expired');
    await journal.cancel(cancelled as never);
    await journal.retry({ swapId: cancelled as never, maxGenerations: 3, now: Date.now() });
    const view = await journal.findSwap(unknown as never);
    await journal.transition({
      swapId: unknown as never,
      version: view?.swap.version ?? 0,
      state: 'failed',
      fundsState: 'unknown',
    });
    const body = request(
      'retry',
      { ...filter, createdAfter: '2020-01-01T00:00:00Z' },
      { dryRun: true },
    );
    const preview = await call('POST', '/v1/bulk-actions', body);
    const waiting = (await journal.matchingSwaps({ retryOf: cancelled as never }, 9))[0];
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({
      action: 'retry',
      matched: 5,
      judged: 5,
      eligible: { count: 1, samples: [expired] },
      may_have_sent: { count: 1, swaps: [unknown] },
    });
    expect(preview.body.skipped).toEqual([
      expect.objectContaining({ code: 'IN_PROGRESS', count: 2, samples: [open, waiting] }),
      expect.objectContaining({ code: 'ALREADY_RETRIED', count: 1, samples: [cancelled] }),
      expect.objectContaining({ code: 'FUNDS_UNKNOWN', count: 1, samples: [unknown] }),
    ]);
    expect((await call('GET', '/v1/bulk-actions')).body.bulkActions).toEqual([]);
    expect(await stateOf(expired)).toBe('expired');
  });

  it.each([
    [{ filter: {} }, '/filter'],
    [{ filter: { chain: 'ETHH' } }, '/filter/chain'],
    [{ filter: { state: 'faild' } }, '/filter/state'],
    [{ ratePerMinute: 0 }, '/ratePerMinute'],
    [{ reason: ' ' }, '/reason'],
    [{ action: 'pay' }, '/action'],
  ])('refuses %j', async (change, pointer) => {
    const body = request('retry', { state: 'failed' }, change);
    const answer = await call('POST', '/v1/bulk-actions', body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

describe('dry runs of one key', () => {
  it('count as many requests, and run two at a time', async () => {
    const finish: (() => void)[] = [];
    const held = new Promise<void>((resolve) => {
      finish.push(resolve);
    });
    const preview = { matched: 0, judged: 0, eligible: { count: 0, samples: [] }, skipped: [] };
    const [endpoint] = bulkEndpoints({
      ...contextOf(journal),
      chains: [],
      additionalProviders: [],
      previewBulkAction: async () => {
        await held;
        return { ...preview, mayHaveSent: { count: 0, swaps: [] } };
      },
    } as unknown as ApiDependencies);
    const body = request('retry', { state: 'failed' }, { dryRun: true });
    const run = () => endpoint?.handle({ body, key: { id: 'key_0', scopes: ['submit'] } } as never);
    expect(endpoint?.cost?.({ body } as never)).toBe(10);
    expect(endpoint?.cost?.({ body: null } as never)).toBe(1);
    const two = [run(), run()];
    await expect(run()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    finish[0]?.();
    await Promise.all(two);
    expect(await run()).toMatchObject({ status: 200 });
  });
});

describe('a retry in bulk', () => {
  const secret = 'only the processes that retry jobs have this';
  const databaseUrl = 'postgres://localhost/somewhere';
  const sealsWith = (own: object) =>
    createJobSeals({
      dataFolder: join(api.folder, randomUUID()),
      databaseUrl,
      ...own,
    });

  /** Swaps that have expired. A forged one was sealed with another receiver than it has. */
  async function expired(
    kinds: readonly ('sealed' | 'unsealed' | 'forged')[],
    state: SwapState = 'expired',
  ) {
    const seal = await sealsWith({ intakeSecret: secret }).sealerIfAny();
    const mark = randomUUID();
    const ids: SwapId[] = [];
    const origin = { submittedAt: Date.now(), retries: [] };
    for (const kind of kinds) {
      const job = makeJob(wallet, { metadata: { mark } });
      const named = { id: randomUUID() as SwapId, idempotencyKey: randomUUID() };
      const sealed = { ...named, job: kind === 'forged' ? { ...job, receiver: attacker } : job };
      await journal.submit({
        ...{ ...named, bodyHash: '', job },
        ...(kind !== 'unsealed' && seal ? { seal: seal({ ...sealed, ...origin }, 'library') } : {}),
      });
      await moveTo(journal, named.id, state);
      ids.push(named.id);
    }
    return { ids, filter: { metadata: `mark=${mark}` } };
  }

  async function retried(filter: object, jobSeals: JobSeals) {
    const { id } = await create(request('retry', filter));
    const { verifyBulk } = trustingSeals;
    const loop = work('retries', Number.POSITIVE_INFINITY, {
      jobSeals: { ...jobSeals, verifyBulk },
    });
    await finished(id);
    await loop.stop();
    return (await call('GET', `/v1/bulk-actions/${id}/items`)).body.items;
  }

  const successorOf = async (id: SwapId) => {
    const found = await journal.findSuccessor(id);
    return found && (await journal.findSwap(found.swapId))?.swap;
  };

  it('is sealed if the old job is, and refused if that is not what was submitted', async () => {
    const { ids, filter } = await expired(['sealed', 'unsealed', 'forged']);
    const [sealed, unsealed, forged] = ids;
    const jobSeals = sealsWith({ intakeSecret: secret });
    const items = await retried(filter, jobSeals);
    expect(items).toMatchObject([
      { swapId: sealed, outcome: 'done' },
      { swapId: unsealed, outcome: 'done' },
      { swapId: forged, outcome: 'failed', code: 'JOB_FORGED' },
    ]);
    const found = await Promise.all(ids.map(successorOf));
    const verified = found.map((swap) => swap && jobSeals.verify(swap));
    expect(await Promise.all(verified)).toMatchObject([
      { kind: 'sealed', by: expect.stringMatching(/^API key key_/) },
      { kind: 'unsealed' },
      undefined,
    ]);
  });

  it.each([
    ['the public key', { jobKeys: [publicJobKey(secret)] }],
    ['no key', {}],
  ])('is not made by a process with %s alone, which says what it lacks', async (_what, keys) => {
    const { ids, filter } = await expired(['sealed']);
    expect(await retried(filter, sealsWith(keys))).toMatchObject([
      {
        ...{ swapId: ids[0], outcome: 'failed', code: 'CONFIG_INVALID' },
        message: expect.stringContaining('FERRYMAN_INTAKE_SECRET_FILE'),
      },
    ]);
    expect(await Promise.all(ids.map(successorOf))).toEqual([undefined]);
  });

  it('that no person asked for makes no swap: rows of the database alone are not enough', async () => {
    const { ids } = await expired(['sealed']);
    const { createdBy } = await create(request('cancel', (await submitted(0)).filter));
    const keyId = createdBy.replace('API key ', '');
    const forged = await journal.createBulkAction({
      ...{ id: randomUUID(), idempotencyKey: randomUUID(), bodyHash: '', action: 'retry' },
      ...{ filter: {}, reason: 'forged', perMinute: 6_000, keyId, swaps: ids },
    });
    const loop = work('forger', Number.POSITIVE_INFINITY, {
      jobSeals: sealsWith({ intakeSecret: secret }),
    });
    await until(async () => (await read(forged.id)).state === 'aborted');
    await loop.stop();
    expect((await read(forged.id)).stateReason).toContain('it has no seal');
    expect(await Promise.all(ids.map(successorOf))).toEqual([undefined]);
  });

  it('that makes no other swap needs no key', async () => {
    const { ids, filter } = await expired(['sealed'], 'needs_review');
    expect(await retried(filter, sealsWith({}))).toMatchObject([
      { swapId: ids[0], outcome: 'done' },
    ]);
    expect((await journal.findSwap(ids[0]!))?.swap.state).toBe('requested');
  });
});

describe('a bulk action', () => {
  it('is not created if more match than its person has agreed to', async () => {
    const { filter } = await submitted(2);
    const body = request('cancel', filter);
    const { matched } = (await call('POST', '/v1/bulk-actions', { ...body, dryRun: true })).body;
    const before = (await call('GET', '/v1/bulk-actions')).body;
    const grown = await call('POST', '/v1/bulk-actions', { ...body, expected: matched - 1 });
    expect(grown).toMatchObject({ status: 409, body: { code: 'BULK_ACTION_GREW' } });
    expect((await call('GET', '/v1/bulk-actions')).body).toEqual(before);
    const key = randomUUID();
    const { id, total } = await create({ ...body, expected: matched }, { key });
    expect(total).toBe(2);
    expect((await create({ ...body, expected: 0 }, { key })).id).toBe(id);
    await call('POST', `/v1/bulk-actions/${id}/abort`, { reason: 'a test' });
  });

  it('does nothing while the journal may lack what was signed', async () => {
    const { ids, filter } = await submitted(1);
    const { id } = await create(request('cancel', filter));
    const context = contextOf(journal);
    let compared = 0;
    const newest = async () => {
      compared += 1;
      throw new Error('the signing log cannot be read');
    };
    const signingLog = { ...context.signingLog, newest };
    const loop = startBulkActions({ ...context, signingLog, holder: 'incomplete' });
    loop.wake();
    await until(async () => compared > 0);
    await loop.stop();
    expect(await read(id)).toMatchObject({ state: 'running', remaining: 1 });
    expect((await journal.findSwap(ids[0] as never))?.swap.cancelRequestedAt).toBeUndefined();
    await call('POST', `/v1/bulk-actions/${id}/abort`, { reason: 'a test' });
  });

  it('acts on everything that its filter matched, more than a page, and on nothing later', async () => {
    const { ids, filter } = await submitted(60);
    const key = randomUUID();
    const body = request('cancel', filter);
    const { id, total } = await create(body, { key });
    expect(total).toBe(60);
    const later = await journal.submit({
      idempotencyKey: randomUUID(),
      bodyHash: '',
      job: makeJob(wallet, { metadata: { mark: filter.metadata.slice(5) } }),
    });
    expect((await create(body, { key })).id).toBe(id);
    expect(await call('POST', '/v1/bulk-actions', { ...body, reason: 'x' }, { key })).toMatchObject(
      {
        status: 409,
        body: { code: 'IDEMPOTENCY_CONFLICT' },
      },
    );
    const loop = work('one');
    expect(await finished(id)).toMatchObject({ state: 'finished', done: 60, skipped: 0 });
    await loop.stop();
    expect(await stateOf(later.swap.id)).toBe('requested');
    const first = (await call('GET', `/v1/bulk-actions/${id}/items?limit=40`)).body;
    const rest = (
      await call('GET', `/v1/bulk-actions/${id}/items?limit=40&cursor=${first.nextCursor}`)
    ).body;
    const items = [...first.items, ...rest.items];
    expect(items.map(({ swapId }: { swapId: string }) => swapId)).toEqual(ids);
    expect(items[0]).toMatchObject({ seq: 1, outcome: 'done', decided: true });
    const acts = (await call('GET', `/v1/audit?subject=bulk+action+${id}`)).body.entries;
    expect(acts).toMatchObject([
      { action: 'createBulkAction', reason: body.reason, data: { filter, swaps: 60 } },
    ]);
  });

  it('goes on after a restart, and does nothing twice', async () => {
    const { ids, filter } = await submitted(12);
    for (const swap of ids) await moveTo(journal, swap, 'expired');
    const { id } = await create(request('retry', filter));
    const first = work('ends', 3);
    await until(async () => (await read(id)).done === 3);
    await first.stop();
    expect(await read(id)).toMatchObject({ state: 'running', done: 3, remaining: 9 });
    await journal.takeOver();
    await call('POST', `/v1/bulk-actions/${id}/pause`, { reason: 'faster' });
    expect(
      (await call('POST', `/v1/bulk-actions/${id}/resume`, { reason: 'now' })).body,
    ).toMatchObject({
      bulkAction: { state: 'running', stateReason: 'now' },
    });
    const second = work('goes on');
    expect(await finished(id)).toMatchObject({ state: 'finished', done: 12, failed: 0 });
    const { createdBy } = await read(id);
    const { items } = (await call('GET', `/v1/bulk-actions/${id}/items?limit=1`)).body;
    const [created] = await journal.events(items[0].as);
    expect(created).toMatchObject({ type: 'swap_submitted', data: { by: createdBy } });
    await second.stop();
    for (const swap of ids)
      expect(await journal.matchingSwaps({ retryOf: swap as never }, 9)).toHaveLength(1);
  });

  it('is not resumed by a program that only repeats a lost request', async () => {
    const document = await fetch(`${api.url}/v1/openapi.json`);
    const { paths } = (await document.json()) as { paths: Record<string, { post: object }> };
    const isRepeated = (verb: string) =>
      'x-safe-to-repeat' in (paths[`/v1/bulk-actions/{id}/${verb}`]?.post ?? {});
    expect(['pause', 'resume', 'abort'].map(isRepeated)).toEqual([true, false, true]);
  });

  it('stops when it is aborted, and stays so', async () => {
    const { ids, filter } = await submitted(5);
    const { id } = await create(request('cancel', filter, { ratePerMinute: 1 }));
    const loop = work('slow');
    await until(async () => (await read(id)).done === 1);
    const aborted = await call('POST', `/v1/bulk-actions/${id}/abort`, { reason: 'wrong filter' });
    expect(aborted.body.bulkAction).toMatchObject({ state: 'aborted', done: 1, remaining: 4 });
    loop.wake();
    await loop.stop();
    expect(await Promise.all(ids.map(stateOf))).toEqual([
      'cancelled',
      ...Array.from({ length: 4 }, () => 'requested'),
    ]);
    expect(
      (await call('POST', `/v1/bulk-actions/${id}/resume`, { reason: 'x' })).body,
    ).toMatchObject({
      code: 'BULK_ACTION_ENDED',
    });
    expect((await call('POST', `/v1/bulk-actions/${id}/abort`, { reason: 'x' })).status).toBe(200);
  });

  it('of a key with limits leaves other swaps alone, and ends when the key is revoked', async () => {
    const { ids, filter } = await submitted(2);
    const of = async (limits: object) =>
      (await call('POST', '/v1/keys', { scopes: ['view', 'submit'], ...limits })).body;
    const ofOther = await of({ chains: ['ETH', 'BSC'] });
    const { id } = await create(request('cancel', filter), { as: ofOther.secret });
    const loop = work('limits');
    expect(await finished(id)).toMatchObject({ done: 0, skipped: 2 });
    expect((await call('GET', `/v1/bulk-actions/${id}/items`)).body.items).toMatchObject([
      { outcome: 'skipped', code: 'FORBIDDEN' },
      { outcome: 'skipped', code: 'FORBIDDEN' },
    ]);
    const { secret, key } = await of({});
    const later = await create(request('cancel', filter, { ratePerMinute: 1 }), { as: secret });
    expect(
      (
        await call(
          'POST',
          `/v1/bulk-actions/${later.id}/abort`,
          { reason: 'x' },
          { as: ofOther.secret },
        )
      ).status,
    ).toBe(403);
    await call('POST', `/v1/bulk-actions/${later.id}/pause`, { reason: 'wait' });
    await call('POST', `/v1/keys/${key.id}/revoke`);
    await call('POST', `/v1/bulk-actions/${later.id}/resume`, { reason: 'go' });
    loop.wake();
    await until(async () => (await read(later.id)).state === 'aborted');
    await loop.stop();
    expect((await read(later.id)).stateReason).toBe(`the API key ${key.id} was revoked`);
    expect(await Promise.all(ids.map(stateOf))).toContain('requested');
  });
});
