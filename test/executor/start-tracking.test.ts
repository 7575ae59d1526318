import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { ChainName } from '../../src/core/swap/chains.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import type { TrackStores } from '../../src/executor/follow-chain.ts';
import { announceReleases, createSignals } from '../../src/executor/signals.ts';
import { startSweeping } from '../../src/executor/start-sweeping.ts';
import { startTracking } from '../../src/executor/start-tracking.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { OpenChainsQuery } from '../../src/ports/stores/open-chains.ts';
import type { ScheduleStore, Sweep } from '../../src/ports/stores/schedule-store.ts';
import { noOutages } from '../support/no-outages.ts';

const seconds = 1_000;
const minute = 60 * seconds;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process with chains of `blockTimeMs`; the test decides what is open on them. */
function aProcess({ chains = ['ETH'], blockTimeMs = 12 * seconds, offersHeads = false } = {}) {
  const open = {
    attempts: new Set<ChainName>(),
    deposits: new Set<ChainName>(),
    isWaitedFor: false,
  };
  const world = {
    open,
    isElected: true,
    isUp: true,
    onHead: (): void => undefined,
    subscriptions: 0,
    nextIn: 0,
  };
  const observe = vi.fn(async () => {
    if (!world.isUp) throw new FerrymanError('RPC_UNAVAILABLE', 'down');
    return { head: { latest: 1n, final: 1n }, attempts: new Map(), finalNonces: new Map() };
  });
  const head = vi.fn(async (chain: ChainName) => {
    if (!world.isUp) throw new FerrymanError('RPC_UNAVAILABLE', `${chain} is down`);
    return { latest: 1n, final: 1n };
  });
  const paymentsTo = vi.fn(async () => [{ payments: [], scannedUntil: 1n }]);
  const followHeads = (onHead: () => void) => {
    world.onHead = onHead;
    world.subscriptions += 1;
    return () => {
      world.onHead = () => undefined;
      world.subscriptions -= 1;
    };
  };
  const journal = {
    openChains: vi.fn(async ({ chains: asked, deposits }: OpenChainsQuery) =>
      asked
        .map(({ chain }) => ({
          chain,
          attempts: open.attempts.has(chain),
          deposits: deposits && open.deposits.has(chain),
        }))
        .filter((found) => found.attempts || found.deposits),
    ),
    electObserver: vi.fn(
      async (_chain: ChainName, _holder: string, _ttl: number) => world.isElected,
    ),
    openAttempts: vi.fn(async (chain: ChainName) => ({
      attempts: open.attempts.has(chain) ? [{ txId: '0x1', account: '0xa' }] : [],
      since: 0n,
    })),
    recordObservation: vi.fn(async () => []),
    depositTargets: vi.fn(async ({ chain }: { chain: ChainName }) =>
      open.deposits.has(chain)
        ? [
            {
              orderId: 'o',
              swapId: 's',
              askedAt: 0,
              after: 0n,
              anchor: 0n,
              isWaitedFor: open.isWaitedFor,
            },
          ]
        : [],
    ),
    recordDeposits: vi.fn(async () => []),
    release: vi.fn(async () => undefined),
    sweep: vi.fn(
      async (): Promise<Sweep> => ({
        due: [],
        lanes: [],
        ...(world.nextIn ? { nextIn: world.nextIn } : {}),
      }),
    ),
  };
  const signals = createSignals();
  const adapterOf = (name: ChainName) => ({
    chain: { name, blockTimeMs },
    observe,
    paymentsTo,
    endpoints: () => [{ host: 'node' }],
    head: () => head(name),
    ...(offersHeads ? { followHeads } : {}),
  });
  const context = {
    chains: new Map(chains.map((name) => [name, adapterOf(name)])),
    journal: announceReleases(journal as unknown as Journal, signals),
    signals,
    policy: defaultPolicy,
    clock: { now: Date.now },
    holder: 'this one',
    logger: pino({ level: 'silent' }),
    outages: noOutages,
    checkpoint: async () => undefined,
  } as unknown as ExecutorContext<TrackStores & ScheduleStore>;
  const statements = () =>
    Object.values(journal).reduce((sum, { mock }) => sum + mock.calls.length, 0);
  return {
    ...world,
    world,
    open,
    observe,
    head,
    paymentsTo,
    journal,
    signals,
    context,
    statements,
  };
}

const pass = (time: number) => vi.advanceTimersByTimeAsync(time);

describe('a process that observes chains', () => {
  it('looks at no chain while nothing is open, and asks its journal seldom, however many chains there are', async () => {
    const chains = ['ETH', 'POLYGON', 'ARBITRUM', 'TRON', 'SOLANA', 'TON', 'BITCOIN'];
    const { context, observe, paymentsTo, statements, world } = aProcess({
      chains,
      blockTimeMs: 200,
      offersHeads: true,
    });
    const stops = [startTracking(context), startSweeping(context, 500)];
    await pass(minute);
    expect([observe.mock.calls.length, paymentsTo.mock.calls.length, world.subscriptions]).toEqual([
      0, 0, 0,
    ]);
    expect(statements()).toBeLessThan(100);
    await Promise.all(stops.map((stop) => stop()));
  });

  it('asks a chain with nothing open for its newest block once a minute, also while none answers', async () => {
    const { context, head, world } = aProcess({ chains: ['ETH', 'POLYGON'], blockTimeMs: 200 });
    const asked = (): number[] =>
      ['ETH', 'POLYGON'].map((name) => head.mock.calls.filter(([at]) => at === name).length);
    const stop = startTracking(context);
    await pass(1);
    expect(asked()).toEqual([1, 1]);
    for (const isUp of [true, false, false]) {
      const before = asked();
      world.isUp = isUp;
      await pass(minute);
      expect(asked()).toEqual(before.map((count) => count + 1));
    }
    await stop();
    const before = asked();
    await pass(2 * minute);
    expect(asked()).toEqual(before);
  });

  it('does not ask a chain for its newest block that is looked at anyway', async () => {
    const { context, head, open } = aProcess({ chains: ['ETH', 'POLYGON'] });
    const stop = startTracking(context);
    open.attempts.add('ETH');
    await pass(2 * seconds);
    head.mockClear();
    await pass(2 * minute);
    expect(head.mock.calls).toEqual([['POLYGON'], ['POLYGON']]);
    await stop();
  });

  it('looks at a chain within a second where another process has committed an attempt, and until none is open', async () => {
    const { context, observe, journal, open } = aProcess({
      chains: ['ETH', 'POLYGON'],
      blockTimeMs: 2 * seconds,
    });
    const stop = startTracking(context);
    await pass(10 * seconds);
    open.attempts.add('POLYGON');
    await pass(1.1 * seconds);
    expect(observe).toHaveBeenCalledTimes(1);
    await pass(minute);
    expect(observe.mock.calls.length).toBeGreaterThan(20);
    open.attempts.clear();
    await pass(10 * seconds);
    const [looks, asked] = [observe.mock.calls.length, journal.openAttempts.mock.calls.length];
    await pass(minute);
    expect([observe.mock.calls.length, journal.openAttempts.mock.calls.length]).toEqual([
      looks,
      asked,
    ]);
    expect(journal.openAttempts).not.toHaveBeenCalledWith('ETH');
    await stop();
  });

  it('hears of its own attempts without asking the journal', async () => {
    const { context, observe, journal, open, signals } = aProcess({ blockTimeMs: 200 });
    const stop = startTracking(context);
    await pass(300);
    const asked = journal.openChains.mock.calls.length;
    open.attempts.add('ETH');
    signals.chainOpened.announce('ETH', 'attempts');
    await pass(300);
    expect(observe).toHaveBeenCalled();
    expect(journal.openChains).toHaveBeenCalledTimes(asked);
    await stop();
  });

  it('looks at each block that a subscription tells of, and at nothing in between', async () => {
    const { context, observe, open, world } = aProcess({ offersHeads: true });
    const stop = startTracking(context);
    open.attempts.add('ETH');
    await pass(4 * seconds);
    expect(world.subscriptions).toBe(1);
    world.onHead();
    await pass(1);
    const before = observe.mock.calls.length;
    for (let block = 0; block < 10; block++) {
      await pass(12 * seconds);
      world.onHead();
      await pass(1);
      expect(observe).toHaveBeenCalledTimes(before + block + 1);
    }
    open.attempts.clear();
    await pass(12 * seconds);
    world.onHead();
    await pass(1);
    expect(world.subscriptions).toBe(0);
    await stop();
  });

  it('polls a chain whose subscription falls silent or never speaks', async () => {
    for (const speaks of [true, false]) {
      const { context, observe, open, world } = aProcess({ offersHeads: true });
      const stop = startTracking(context);
      open.attempts.add('ETH');
      await pass(2 * seconds);
      if (speaks) world.onHead();
      await pass(40 * seconds);
      const before = observe.mock.calls.length;
      await pass(minute);
      expect(observe.mock.calls.length - before).toBeGreaterThanOrEqual(4);
      expect(observe.mock.calls.length - before).toBeLessThanOrEqual(7);
      await stop();
    }
  });

  it('looks once for blocks that come in a burst', async () => {
    const { context, observe, open, world } = aProcess({ offersHeads: true });
    const stop = startTracking(context);
    open.attempts.add('ETH');
    await pass(20 * seconds);
    const before = observe.mock.calls.length;
    for (let block = 0; block < 50; block++) world.onHead();
    await pass(6 * seconds);
    expect(observe.mock.calls.length - before).toBe(1);
    await stop();
  });

  it('leaves a chain to the process that is elected, and takes it over within a second after that has gone', async () => {
    const { context, observe, open, world, journal } = aProcess({ offersHeads: true });
    world.isElected = false;
    const stop = startTracking(context);
    open.attempts.add('ETH');
    await pass(minute);
    expect([observe.mock.calls.length, world.subscriptions]).toEqual([0, 0]);
    world.isElected = true;
    await pass(1.1 * seconds);
    expect(observe).toHaveBeenCalledTimes(1);
    journal.electObserver.mockClear();
    await stop();
    expect(journal.electObserver.mock.calls).toEqual([['ETH', 'this one', 0]]);
  });

  it('stays elected while blocks are rare', async () => {
    const { context, open, journal } = aProcess({ blockTimeMs: 10 * minute });
    const stop = startTracking(context);
    open.attempts.add('ETH');
    const renewed: number[] = [];
    journal.electObserver.mockImplementation(async () => renewed.push(Date.now()) > 0);
    await pass(5 * minute);
    const pauses = renewed.slice(1).map((time, index) => time - (renewed[index] ?? 0));
    expect(renewed.length).toBeGreaterThan(10);
    expect(Math.max(...pauses)).toBeLessThan(defaultPolicy.deadAfter);
    await stop();
  });

  it('goes on after a failed look', async () => {
    const { context, open, observe, world } = aProcess();
    const stop = startTracking(context);
    world.isUp = false;
    open.attempts.add('ETH');
    await pass(minute);
    world.isUp = true;
    const before = observe.mock.calls.length;
    await pass(20 * seconds);
    expect(observe.mock.calls.length).toBeGreaterThan(before);
    await stop();
  });

  it('looks at an address at each block while somebody is to pay there by hand, and else once', async () => {
    const { context, open, paymentsTo } = aProcess();
    const stop = startTracking(context);
    open.deposits.add('ETH');
    open.isWaitedFor = true;
    await pass(minute);
    expect(paymentsTo.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(paymentsTo.mock.calls.length).toBeLessThanOrEqual(7);
    open.isWaitedFor = false;
    await pass(15 * seconds);
    open.deposits.clear();
    const before = paymentsTo.mock.calls.length;
    await pass(minute);
    expect(paymentsTo).toHaveBeenCalledTimes(before);
    await stop();
  });
});

describe('the sweep', () => {
  it('sleeps until the next swap is due, and not for long', async () => {
    const { context, journal, world } = aProcess();
    const stop = startSweeping(context, 500);
    await pass(minute);
    expect(journal.sweep.mock.calls.length).toBeLessThanOrEqual(31);
    world.nextIn = 100;
    await pass(minute);
    expect(journal.sweep.mock.calls.length).toBeGreaterThan(31 + 90);
    await stop();
  });

  it('finds a swap that this process has given back when it is due', async () => {
    const { context, journal } = aProcess();
    const stop = startSweeping(context, 500);
    await pass(2.1 * seconds);
    const before = journal.sweep.mock.calls.length;
    await context.journal.release('s' as never, 'worker', 600);
    await pass(700);
    expect(journal.sweep).toHaveBeenCalledTimes(before + 1);
    await stop();
  });

  it('calls each swap of a long backlog once, and again only when its call may be lost', async () => {
    const { context, journal } = aProcess();
    const called = vi.fn(async () => 'queued' as const);
    const queue = { ...context.queue, dispatch: called };
    const backlog = Array.from({ length: 2_000 }, (_, index) => ({
      swapId: `s${index}` as SwapId,
      version: 1,
    }));
    journal.sweep.mockImplementation(async () => ({ due: backlog, lanes: [] }));
    const stop = startSweeping({ ...context, queue }, 500);
    await pass(5 * seconds);
    expect(called).toHaveBeenCalledTimes(2_000);
    backlog.splice(0, 1, { swapId: 'another' as SwapId, version: 1 });
    await pass(2 * seconds);
    expect(called).toHaveBeenCalledTimes(2_001);
    await pass(10 * seconds);
    expect(called.mock.calls.length).toBeGreaterThanOrEqual(4_000);
    await stop();
  });
});
