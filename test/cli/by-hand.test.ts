import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import type { Swap } from '../../src/core/swap/swap.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import {
  deposited,
  makeChanges,
  makeSubmit,
  moveTo,
  orderDeposit,
  receiver,
  takenUpAgain,
  usdc,
  worldOf,
} from '../api/fixtures.ts';
import type { World } from '../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { sealer } from '../support/intake-keys.ts';
import { waitFor } from '../support/wait-for.ts';
import { type CliWorld, ferryman } from './io-for-test.ts';
import { readQr } from './read-qr.ts';

const place = '0x000000000000000000000000000000000000D517';
let folder = '';
let journal: Journal;
let world: World;
let api: ServedApi;
let environment: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-cli-'));
  await copyJournalTemplate(folder);
  journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
  world = await worldOf(journal);
  const doors = { journal, submit: makeSubmit(journal, world.wallet), ...makeChanges(journal) };
  const rest = { metrics: createMetrics(journal), logger: pino({ level: 'silent' }) };
  api = await serveApi(
    { ...doors, ...rest, ready: async () => ({ ok: true, checks: {} }) },
    { port: 0 },
  );
  const { key } = await createApiKey({ journal, sealer }, apiScopes);
  // What is shown is not broken into lines, except on a terminal.
  environment = { FERRYMAN_API_URL: api.url, FERRYMAN_API_KEY: key, COLUMNS: '900' };
});
afterAll(async () => {
  await api.close();
  await journal.close();
  await rm(folder, { recursive: true });
});

const call = (parameters: string[], { environment: more, ...rest }: Partial<CliWorld> = {}) =>
  ferryman(['swap', ...parameters], { folder, environment: { ...environment, ...more }, ...rest });

const terminal = { columns: 900 };
const job = [
  ...['--wallet', 'main', '--from', 'ETH:0xaa', '--to', 'POLYGON:0xbb', '--receiver', receiver],
  ...['--amount', '12.5', '--slippage-bps', '50', '--flow', 'deposit-by-hand'],
];
let count = 0;
const nextKey = () => `by-hand-${++count}`;

interface Change {
  memo?: string;
  payBy?: number;
}

async function submitted(key: string): Promise<Swap> {
  const found = async () =>
    (await journal.findSubmission(key)) ?? expect.unreachable('not there yet');
  return (await waitFor(found)).swap;
}

/** Until the swaps have been looked at so many times more. */
async function looks(times: number): Promise<void> {
  const spy = vi.spyOn(journal, 'findSwap');
  await waitFor(() => expect(spy.mock.calls.length).toBeGreaterThanOrEqual(times));
  spy.mockRestore();
}

/**
 * Plays the part of the workers: an order comes for the swap under the key, and somebody is to pay
 * it.
 */
async function order(key: string, { memo, payBy = Date.now() + 600_500 }: Change = {}) {
  const swap = await submitted(key);
  const beside = memo === undefined ? {} : { memo };
  const wanted = { address: place, amount: 12_500_000n, chain: 'ETH', ...beside };
  const ordered = await orderDeposit(world, swap.id, wanted, payBy);
  await moveTo(journal, swap.id, 'awaiting_deposit');
  return ordered;
}

/** A swap that waits for its deposit. */
async function shown(change: Change = {}) {
  const key = nextKey();
  const created = call(['create', ...job, '--idempotency-key', key, '--json']);
  const ordered = await order(key, change);
  await created;
  return ordered;
}

/** The code that stands in what was printed. */
function codeIn(stdout: string): string {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('\u001b') || /^[ ▀▄█]{20,}$/.test(line))
    .join('\n');
}

describe('ferryman swap create --flow deposit-by-hand', () => {
  it('shows where to pay as soon as that is known, with a code of the address, and is done', async () => {
    const key = nextKey();
    const creating = call(['create', ...job, '--idempotency-key', key], terminal);
    const { id, exchangeId } = await order(key);
    const { code, stdout, stderr } = await creating;
    expect(code).toBe(0);
    expect(stderr).toContain(`swap ${id}`);
    expect(stdout).toMatch(/^network +Ethereum \(ETH\), and no other$/m);
    expect(stdout).toMatch(/^amount +12\.5 USDC$/m);
    expect(stdout).toMatch(
      new RegExp(`^token +${usdc.token} is the token: do not pay to it$`, 'm'),
    );
    expect(stdout).toMatch(new RegExp(`^pay to +${place}$`, 'm'));
    expect(stdout).toMatch(/^until +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\S*, in \d+ minutes$/m);
    expect(stdout).toMatch(new RegExp(`^refunds +go to ${world.wallet.address}`, 'm'));
    expect(stdout).toMatch(new RegExp(`^number +${exchangeId}: the order at changenow`, 'm'));
    expect(stdout).not.toMatch(/memo/i);
    expect(readQr(codeIn(stdout)).text).toBe(place);
  });

  it('says beside the code that the memo is not in it', async () => {
    const { id } = await shown({ memo: '0042' });
    const { stdout } = await call(['get', id], terminal);
    expect(stdout).toMatch(/^from +12\.5 USDC \(0xA0b8…eB48\) on ETH, paid manually, for wallet /m);
    expect(stdout).toMatch(/^memo +0042\n +MUST be in the memo of the transfer.* may be lost/m);
    expect(stdout).toContain('Neither the amount nor the MEMO is in it.\n\u001b');
    expect(readQr(codeIn(stdout)).text).toBe(place);
  });

  it.each<[string, string[], Partial<CliWorld>]>([
    ['standard output is no terminal', [], {}],
    ['it is not wanted', ['--no-qr'], terminal],
    ['the terminal is too narrow', [], { columns: 20 }],
  ])(
    'draws no code where %s, and tells all the same where to pay',
    async (_what, parameters, how) => {
      const { id } = await shown();
      const { stdout } = await call(['get', id, ...parameters], how);
      expect(codeIn(stdout)).toBe('');
      expect(stdout).toMatch(new RegExp(`^pay to +${place}$`, 'm'));
    },
  );

  it('draws without colours where none are wanted', async () => {
    const { id } = await shown();
    const { stdout } = await call(['get', id], { ...terminal, environment: { NO_COLOR: '1' } });
    expect(stdout).not.toContain('\u001b');
    expect(readQr(codeIn(stdout)).text).toBe(place);
  });

  it('prints nothing but JSON where that is wanted, with the place in it', async () => {
    const key = nextKey();
    const creating = call(['create', ...job, '--idempotency-key', key, '--json'], terminal);
    await order(key, { memo: '7' });
    const { json, code } = await creating;
    expect(code).toBe(0);
    expect(json().swap).toMatchObject({
      state: 'awaiting_deposit',
      order: { deposit: { chain: 'ETH', address: place, amount: '12.5', memo: '7', payments: [] } },
    });
  });

  it('says so where the swap ends before anybody knows where to pay', async () => {
    const key = nextKey();
    const creating = call(['create', ...job, '--idempotency-key', key], terminal);
    await moveTo(journal, (await submitted(key)).id, 'failed');
    const { code, stdout } = await creating;
    expect(code).toBe(5);
    expect(stdout).not.toContain('Pay once');
  });
});

describe('waiting for a swap that is paid by hand', () => {
  it('shows the place once, and waits on until the swap has ended', async () => {
    const key = nextKey();
    const waiting = call(['create', ...job, '--idempotency-key', key, '--wait'], terminal);
    const { id, orderId } = await order(key);
    await looks(1);
    await moveTo(journal, id, 'confirming');
    const payment = await deposited(
      world,
      { id, orderId },
      { amount: 12_500_000n, payer: receiver },
    );
    await moveTo(journal, id, 'settled');
    const { code, stdout } = await waiting;
    expect(code).toBe(0);
    expect(stdout.match(/^Pay once/gm)).toHaveLength(1);
    expect(stdout).toMatch(/^state +settled/m);
    expect(stdout).toMatch(
      new RegExp(
        `^received +12\\.5 USDC from ${receiver} in ${payment.txId} at 2026-01-02T00:00:00.000Z, final$`,
        'm',
      ),
    );
    expect(stdout.indexOf('Pay once')).toBeLessThan(stdout.indexOf('received '));
  });

  it('keeps JSON for its end, and tells the place beside it', async () => {
    const { id } = await shown({ memo: '7' });
    const waiting = call(['wait', id, '--json'], terminal);
    await looks(2);
    const cancelled = await call(['cancel', id]);
    expect(cancelled).toMatchObject({
      code: 0,
      stderr: 'do not pay to its address any more',
    });
    const { code, json, stderr } = await waiting;
    expect(code).toBe(5);
    expect(json().swap.state).toBe('cancelled');
    expect(stderr).toMatch(new RegExp(`^pay to +${place}$`, 'm'));
    expect(stderr).toMatch(/^memo +7$/m);
    expect(codeIn(stderr)).toBe('');
    expect((await call(['get', id])).stdout).toMatch(
      /^deposit .*\n +do not pay to this address any more$/m,
    );
  });

  it('ends at its time limit with 4: it waits for a person', async () => {
    const { id } = await shown();
    const { code, stdout, stderr } = await call(['wait', id, '--timeout', '1']);
    expect(code).toBe(4);
    expect(stderr).toMatch(/not over after 1 s, and the deposit is not paid;.*ferryman swap wait/);
    expect(stdout).toMatch(/^state +awaiting_deposit/m);
  });

  it.each(['-1', 'soon', '1.5'])('takes no time limit of %s', async (limit) => {
    expect(await call(['wait', 'x', '--timeout', limit])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('ferryman swap get, of one that is paid by hand', () => {
  it('tells nobody to pay once the time is over, or somebody has', async () => {
    const late = await shown({ payBy: Date.now() - 1_000 });
    const { stdout } = await call(['get', late.id], terminal);
    expect(stdout).toContain('Do not pay any more');
    expect(codeIn(stdout)).toBe('');
    const paid = await shown();
    await moveTo(journal, paid.id, 'confirming');
    const followed = await call(['get', paid.id], terminal);
    expect(followed.stdout).not.toContain('Pay once');
    expect(followed.stdout).toMatch(new RegExp(`^deposit +12.5 USDC to ${place} on ETH$`, 'm'));
  });

  it.each([
    ['too little', 5_000_000n, 'DEPOSIT_SHORT'],
    ['too much', 25_000_000n, 'DEPOSIT_OVER'],
  ])(
    'says that a cancel is without effect where %s came after it, and what to do',
    async (_what, amount, code) => {
      const ordered = await shown();
      await call(['cancel', ordered.id]);
      await deposited(world, ordered, { amount });
      const { stdout } = await call(['get', ordered.id]);
      expect(stdout).toMatch(
        /^cancel +without effect: the deposit was paid anyway; see the reason/m,
      );
      expect(stdout).toMatch(
        new RegExp(`^reason +${code}: .*\\n .*write to it with the order’s number`, 'm'),
      );
      expect((await call(['get', ordered.id, '--json'])).json().swap.cancel.status).toBe(
        'too_late',
      );
    },
  );

  it('shows what the routing service says of it, whatever that does to a terminal', async () => {
    const { id } = await shown();
    const say = async (status: string) =>
      journal.recordStatus({ swapId: id, version: await world.version(id), status });
    await say('PENDING');
    expect((await call(['get', id])).stdout).toMatch(
      /^status +the routing service reports PENDING, polled at \d{4}-/m,
    );
    await say('\u001b[2JDONE');
    const { stdout } = await call(['get', id]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^status +the routing service reports "\\u001b\[2JDONE"/m);
  });

  it('shows what strangers say beside a payment as text, whatever it would do to a terminal', async () => {
    const ordered = await shown({ memo: '7' });
    await deposited(world, ordered, {
      amount: 5_000_000n,
      memo: '\u001b[2J\u001b[Hpaid',
      final: false,
    });
    const { stdout } = await call(['get', ordered.id]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(
      /^received +5 USDC in 0x\w+ at \S+, with the memo "\\u001b\[2J.*, not final yet$/m,
    );
  });
});

describe('ferryman swap acknowledge', () => {
  it('ends a swap again to which money came after its end', async () => {
    const { id, payment } = await takenUpAgain(world);
    const before = await call(['get', id]);
    expect(before.stdout).toMatch(/^state +needs_review/m);
    expect(before.stdout).toMatch(new RegExp(`^reason +DEPOSIT_LATE: .*${payment.txId}`, 'm'));
    expect(before.stdout).toContain(`the swap had ended as expired, and more money arrived`);
    expect(before.stdout).toContain(`ferryman swap acknowledge ${id.slice(0, 8)} --note`);
    const done = await call(['acknowledge', id, '--note', 'changenow sent it back', '--json']);
    expect(done.code).toBe(0);
    expect(done.json().swap).toMatchObject({ id, state: 'expired' });
    const after = await call(['get', id]);
    expect(after.stdout).toContain('acknowledged: changenow sent it back');
    expect(after.stdout).not.toContain('ferryman swap acknowledge');
    const again = await call(['acknowledge', id, '--note', 'again']);
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('NOTHING_TO_ACKNOWLEDGE'),
    });
  });

  it('wants a note', async () => {
    const { id } = await takenUpAgain(world);
    expect(await call(['acknowledge', id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--note'),
    });
    expect(await call(['acknowledge', id, '--note', ' '])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--note: is empty'),
    });
    expect((await call(['get', id])).stdout).toContain('needs_review');
  });
});

describe('ferryman swap resolve', () => {
  const resolve = (id: string, ...parameters: string[]) =>
    call(['resolve', id, '--yes', ...parameters]);

  it('ends a swap that waits for a person, and says how before', async () => {
    const { id } = await takenUpAgain(world);
    const before = (await call(['get', id])).stdout;
    expect(before).toContain(`ferryman swap resolve ${id.slice(0, 8)} --as`);
    for (const outcome of [
      '`paid` if the receiver got',
      '`refunded` if it came back',
      'needs no evidence',
    ]) {
      expect(before).toContain(outcome);
    }
    const { version } = (await call(['get', id, '--json'])).json().swap;
    const old = await resolve(
      id,
      '--as',
      'unpaid',
      '--reason',
      'x',
      '--at-version',
      `${version - 1}`,
    );
    expect(old).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('SWAP_CHANGED'),
    });
    const without = await resolve(id, '--as', 'paid', '--reason', 'x');
    expect(without.stderr).toMatch(/the evidence cannot be used.*--evidence: is missing/s);
    const evidence = `0x${'ef'.repeat(32)}`;
    const done = await resolve(
      id,
      '--as',
      'refunded',
      '--evidence',
      evidence,
      '--reason',
      'sent back',
      '--json',
    );
    expect(done).toMatchObject({ code: 0 });
    expect(done.json().swap).toMatchObject({ id, state: 'refunded', fundsState: 'returned' });
    const after = await call(['get', id]);
    expect(after.stdout).toMatch(
      new RegExp(`^reason +RESOLVED_BY_PERSON: API key .*${evidence}.*sent back`, 'm'),
    );
    expect(after.stdout).toMatch(/^refund +unseen, promised at least/m);
    expect(after.stdout).not.toContain('ferryman swap resolve');
    const again = await resolve(id, '--as', 'unpaid', '--reason', 'again');
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('NOTHING_TO_RESOLVE'),
    });
  });

  it('requires an outcome and a reason', async () => {
    const { id } = await takenUpAgain(world);
    const told = (text: string) => ({ code: 2, stderr: expect.stringContaining(text) });
    expect(await resolve(id, '--reason', 'x')).toMatchObject(told('--as'));
    expect(await resolve(id, '--as', 'lost', '--reason', 'x')).toMatchObject(
      told('paid, refunded, unpaid'),
    );
    expect(await resolve(id, '--as', 'unpaid')).toMatchObject(told('--reason'));
    expect(await resolve(id, '--as', 'paid', '--reason', 'x')).toMatchObject(
      told('--evidence: is missing'),
    );
  });
});
