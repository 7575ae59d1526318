import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { exitCodeOfCancel, exitCodeOfSwap } from '../../src/cli/exit-code.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { FundsState, SwapState } from '../../src/core/swap/swap.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { makeChanges, makeSubmit, moveTo, receiver } from '../api/fixtures.ts';
import { newWorld, randomTxId } from '../journal/suite/fixture.ts';
import { cliProgram } from '../support/cli-process.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { sealer } from '../support/intake-keys.ts';
import { waitFor } from '../support/wait-for.ts';
import { ferryman } from './io-for-test.ts';

let folder = '';
let journal: Journal;
let api: ServedApi;
let environment: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-cli-'));
  await copyJournalTemplate(folder);
  journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const wallet = await journal.createWallet({
    name: 'main',
    family: 'evm',
    address,
    keyRef: 'main',
  });
  const submit = makeSubmit(journal, wallet);
  const metrics = createMetrics(journal);
  const ready = async () => ({ ok: true, checks: {} });
  const doors = { journal, submit, ...makeChanges(journal), ready, metrics };
  api = await serveApi({ ...doors, logger: pino({ level: 'silent' }) }, { port: 0 });
  const { key } = await createApiKey({ journal, sealer }, apiScopes);
  environment = { FERRYMAN_API_URL: api.url, FERRYMAN_API_KEY: key };
});
afterAll(async () => {
  await api.close();
  await journal.close();
  await rm(folder, { recursive: true });
});

const call = (parameters: string[], change: Record<string, string> = {}) =>
  ferryman(['swap', ...parameters], { folder, environment: { ...environment, ...change } });

const job = [
  '--wallet',
  'main',
  '--from',
  'ETH:0xaa',
  '--to',
  'POLYGON:0xbb',
  '--receiver',
  receiver,
];
const create = (...more: string[]) =>
  call(['create', ...job, '--amount', '12.5', '--slippage-bps', '50', ...more]);

describe('ferryman swap', () => {
  it('creates a swap, tells its key, and finds it again by the same one', async () => {
    const first = await create('--json');
    expect(first.code).toBe(0);
    const { swap } = first.json();
    expect(swap).toMatchObject({ state: 'requested', amount: '12.5' });
    const key = /idempotency key (\S+)/.exec(first.stderr)?.[1] ?? '';
    const again = await create('--json', '--idempotency-key', key);
    expect(again.json().swap.id).toBe(swap.id);
    const other = await call([
      'create',
      ...job,
      '--amount',
      '12.5',
      '--min-out',
      '1',
      '--idempotency-key',
      key,
    ]);
    expect(other).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('IDEMPOTENCY_CONFLICT'),
    });
    expect(other.stderr).toContain(`for swap ${swap.id}`);
  });

  it('shows one swap to a person, and all of it as JSON', async () => {
    const { id } = (await create('--json')).json().swap;
    const shown = await call(['get', id]);
    expect(shown.stdout).toMatch(/state +requested, funds untouched/);
    expect(shown.stdout).toMatch(/from +12\.5 USDC \(0xA0b8…eB48\) on ETH, wallet main/);
    const json = (await call(['get', id, '--json'])).json();
    expect(json).toMatchObject({ swap: { id }, events: [{ seq: expect.any(Number) }] });
  });

  it('lists swaps page by page', async () => {
    await create();
    await create();
    const first = await call(['list', '--limit', '1', '--json']);
    const second = await call([
      'list',
      '--limit',
      '1',
      '--json',
      '--cursor',
      first.json().nextCursor,
    ]);
    expect(second.json().swaps[0].id).not.toBe(first.json().swaps[0].id);
    const table = await call(['list', '--limit', '1', '--state', 'requested']);
    expect(table.stdout).toContain(first.json().swaps[0].id.slice(0, 8));
    expect(table.stderr).toContain('--cursor');
  });

  it('waits until a swap has ended, and ends with how it went', async () => {
    const { id } = (await create('--json')).json().swap;
    const waiting = call(['wait', id, '--json']);
    await moveTo(journal, id, 'failed');
    const { code, json } = await waiting;
    expect(code).toBe(5);
    expect(json().swap.state).toBe('failed');
  });

  it.each<[string, SwapState, number]>([
    ['7 where the swap goes on', 'requested', 7],
    ['6 where the swap waits in review', 'needs_review', 6],
    ['4 where a deposit is waited for', 'awaiting_deposit', 4],
  ])('ends at --timeout with %s', async (_, state, code) => {
    const { id } = (await create('--json')).json().swap;
    if (state !== 'requested') await moveTo(journal, id, state);
    const limited = await call(['wait', id, '--timeout', '0', '--json']);
    expect({ code: limited.code, state: limited.json().swap.state }).toEqual({ code, state });
    expect(limited.stderr.includes('the swap goes on')).toBe(code !== 6);
  });

  it('ends at --timeout with 7 where a swap that it creates, cancels or tries again goes on', async () => {
    const limit = ['--wait', '--timeout', '0'];
    expect((await create(...limit)).code).toBe(7);
    const { id } = (await create('--json')).json().swap;
    await moveTo(journal, id, 'needs_review');
    expect((await call(['retry', id, ...limit])).code).toBe(7);
    const paying = await (
      await newWorld({ journal, raw: async () => [], close: async () => undefined })
    ).paid();
    expect((await call(['cancel', paying.id, ...limit])).code).toBe(7);
  });

  it('refuses a time limit where nothing is waited for, and submits nothing', async () => {
    const key = 'limit-without-wait';
    const told = {
      code: 2,
      stdout: '',
      stderr: 'error: --timeout limits a wait: give --wait beside it',
    };
    expect(await create('--timeout', '5', '--idempotency-key', key)).toMatchObject(told);
    expect(await journal.findSubmission(key)).toBeUndefined();
    for (const what of ['cancel', 'retry'])
      expect(await call([what, 'x', '--timeout', '5'])).toMatchObject(told);
  });

  it('names each fault once, by the option that was typed', async () => {
    const { stderr } = await call(['list', '--state', 'lost,gone', '--limit', '1000']);
    expect(stderr.match(/^ {2}--state: /gm)).toHaveLength(1);
    expect(stderr.match(/^ {2}--limit: /gm)).toHaveLength(1);
    expect(stderr).not.toContain('errors[]');
    expect(stderr).not.toMatch(/^ *\//m);
  });

  it.each([['--help'], ['swap', 'wait', '--help'], ['swap', 'cancel', '--help']])(
    'lists the exit codes: %s',
    async (...parameters) => {
      const { code, stdout } = await ferryman(parameters, { folder });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^ +7 +timed out while the swap goes on$/m);
    },
  );

  it('waits for a swap that it creates', async () => {
    const waiting = create('--wait', '--idempotency-key', 'waited-for');
    const { swap } = await waitFor(async () => {
      const found = await journal.findSubmission('waited-for');
      return found ?? expect.unreachable('not there yet');
    });
    await moveTo(journal, swap.id, 'awaiting_approval');
    const { code, stdout, stderr } = await waiting;
    expect(code).toBe(4);
    expect(stderr).toContain(swap.id);
    expect(stdout).toContain('awaiting_approval');
  });

  it('shows where a swap waits for its wallet', async () => {
    const { swap } = (await create('--json')).json();
    const { lane } = (await call(['get', swap.id, '--json'])).json().swap;
    expect(lane).toMatchObject({
      position: expect.any(Number),
      waiting: expect.any(Number),
      slots: 16,
    });
    expect(lane.position).toBeLessThanOrEqual(lane.waiting);
    expect((await call(['get', swap.id])).stdout).toMatch(
      /waits +(alone|number \d+ of \d+ swaps) in the lane of this wallet account, which has 16\s+slots/,
    );
    expect(await create('--priority', '10')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('from 0 to 9'),
    });
  });

  it('cancels a swap, and submits its job again', async () => {
    const { id } = (await create('--json')).json().swap;
    const cancelled = await call(['cancel', id, '--json']);
    expect(cancelled).toMatchObject({ code: 0, stderr: '' });
    expect(cancelled.json().swap).toMatchObject({
      id,
      state: 'cancelled',
      cancel: { status: 'cancelled' },
    });
    const again = await call(['retry', id, '--json']);
    const { swap } = again.json();
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(`swap ${swap.id} tries the job of ${id} again`);
    expect(swap).toMatchObject({ retryOf: id, state: 'requested' });
    expect((await call(['get', id])).stdout).toMatch(new RegExp(`retried +by ${swap.id}`));
    expect((await call(['get', swap.id])).stdout).toMatch(new RegExp(`retry of +${id}`));
  });

  it('tells that the chain decides where a payment is on its way, and waits for what it decides', async () => {
    const nothing = async () => undefined;
    const world = await newWorld({ journal, raw: async () => [], close: nothing });
    for (const [isCancelled, code] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const { id, leaseId, txId } = await world.paid();
      const waiting = call(['cancel', id, '--wait']);
      await waitFor(async () =>
        expect((await journal.findSwap(id))?.swap.cancelRequestedAt).toBeDefined(),
      );
      const asked = await call(['cancel', id]);
      expect(asked).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('the chain decides'),
      });
      expect(asked.stdout).toMatch(/cancel +requested; the chain decides/);
      const cancelTxId = randomTxId();
      await world.commit(id, leaseId, { kind: 'cancel', txId: cancelTxId });
      await world.prove(id, leaseId, { txId: isCancelled ? cancelTxId : txId });
      const version = await world.version(id);
      if (isCancelled) await moveTo(journal, id, 'cancelled');
      else {
        const end = { state: 'settled', fundsState: 'moved', level: 'verified', legs: [] } as const;
        await journal.lock(id, 'worker', 60_000);
        await journal.settle({ swapId: id, version, holder: 'worker', ...end });
      }
      const ended = await waiting;
      expect(ended.code).toBe(code);
      expect(ended.stdout).toMatch(isCancelled ? /cancel +done/ : /cancel +requested too late/);
      const retried = await call(['retry', id]);
      expect(retried.code).toBe(isCancelled ? 0 : 1);
    }
  });

  it('gives a waiting swap a new order, and waits for how that goes', async () => {
    const { id } = (await create('--json')).json().swap;
    await moveTo(journal, id, 'needs_review');
    const waiting = call(['retry', id, '--wait', '--json']);
    await waitFor(async () => expect((await journal.findSwap(id))?.swap.state).toBe('requested'));
    await moveTo(journal, id, 'failed');
    const { code, stderr, json } = await waiting;
    expect({ code, state: json().swap.state }).toEqual({ code: 5, state: 'failed' });
    expect(stderr).toContain(`swap ${id} goes on with a new order`);
  });

  it('fails to cancel and to retry what is settled, saying why', async () => {
    const { id } = (await create('--json')).json().swap;
    await moveTo(journal, id, 'settled');
    for (const what of ['cancel', 'retry']) {
      const refused = await call([what, id]);
      expect(refused).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('PAYMENT_LANDED'),
      });
    }
  });

  it.each<[string, string[], number, string]>([
    ['no bound', ['create', ...job, '--amount', '1'], 2, '--min-out or --slippage-bps'],
    [
      'two bounds',
      ['create', ...job, '--amount', '1', '--min-out', '1', '--slippage-bps', '1'],
      2,
      'cannot be used with',
    ],
    [
      'an asset without its chain',
      ['create', ...job, '--from', '0xaa', '--amount', '1', '--min-out', '1'],
      2,
      'CHAIN:TOKEN',
    ],
    [
      'a job that the service refuses',
      ['create', ...job, '--amount', '1', '--min-out', '1'],
      2,
      '--amount: is not 12.5',
    ],
    ['a filter that the service refuses', ['list', '--state', 'lost,gone'], 2, '--state: '],
    ['a swap that is not there', ['get', '00000000-0000-4000-8000-000000000000'], 1, 'NOT_FOUND'],
  ])('fails on %s', async (_what, parameters, code, told) => {
    const result = await call(parameters);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(told) });
  });

  it('fails on a wrong key and a service that is not there, saying what to do', async () => {
    const wrong = await call(['list'], { FERRYMAN_API_KEY: `fm_${'A'.repeat(43)}` });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('error UNAUTHORIZED') });
    expect(wrong.stderr).toMatch(/request [0-9a-f-]{36}/);
    const absent = await call(['list', '--api-url', 'http://127.0.0.1:9']);
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('ferryman up') });
  });

  it('stops waiting on Ctrl-C with 130, and leaves the swap alone', async () => {
    const { id } = (await create('--json')).json().swap;
    const child = spawn(process.execPath, [cliProgram, 'swap', 'wait', id], {
      cwd: folder,
      env: { ...environment, PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    for await (const chunk of child.stderr) {
      if (told === '') child.kill('SIGINT');
      told += chunk;
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(130);
    expect(told).toContain('the swap goes on');
    expect((await journal.findSwap(id as SwapId))?.swap.state).toBe('requested');
  });
});

it.each<[SwapState, FundsState, string | undefined, number]>([
  ['settled', 'moved', undefined, 0],
  ['failed', 'untouched', 'GUARD_REJECTED', 3],
  ['needs_review', 'untouched', 'GUARD_REJECTED', 3],
  ['failed', 'untouched', 'FEE_TOO_HIGH', 3],
  ['expired', 'untouched', 'FEE_TOO_HIGH', 3],
  // It waits for a lower fee, and goes on by itself.
  ['quoted', 'untouched', 'FEE_TOO_HIGH', 7],
  ['awaiting_deposit', 'untouched', undefined, 4],
  ['awaiting_approval', 'untouched', undefined, 4],
  ['expired', 'untouched', 'DEADLINE_PASSED', 5],
  ['refunded', 'returned', undefined, 5],
  ['needs_review', 'untouched', 'WALLET_FROZEN', 6],
  ['needs_review', 'in_flight', 'SETTLEMENT_OVERDUE', 6],
  ['failed', 'unknown', undefined, 6],
  ['settling', 'unknown', undefined, 6],
  // Left at the time limit, and going on by itself.
  ['requested', 'untouched', 'NO_ROUTE', 7],
  ['requested', 'untouched', 'GUARD_REJECTED', 7],
  ['confirming', 'in_flight', undefined, 7],
  ['settling', 'moved', undefined, 7],
  ['refunding', 'in_flight', undefined, 7],
])('ends with %s, %s, %s as %i', (state, fundsState, code, expected) => {
  const swap = {
    state,
    fundsState,
    ...(code === undefined ? {} : { reason: { code, message: '' } }),
  };
  expect(exitCodeOfSwap(swap as Parameters<typeof exitCodeOfSwap>[0])).toBe(expected);
});

it.each<[SwapState, FundsState, number]>([
  ['cancelled', 'untouched', 0],
  ['settled', 'moved', 1],
  ['failed', 'untouched', 5],
  ['needs_review', 'in_flight', 6],
  ['executing', 'in_flight', 7],
])('ends a wait for a cancel with %s, %s as %i', (state, fundsState, expected) => {
  expect(exitCodeOfCancel({ state, fundsState } as Parameters<typeof exitCodeOfCancel>[0])).toBe(
    expected,
  );
});
