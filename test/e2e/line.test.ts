import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapEvent } from '../../src/ports/swap-event.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';

let sandbox: Sandbox;
let one: TestFerryman;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  one = await startTestFerryman({ endpoints: sandbox.endpoints, wallets: ['treasury'], working: false });
  await fund(sandbox.endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
});
afterAll(async () => {
  await one?.close();
  await sandbox?.close();
});

interface Change {
  at: number;
  by: 1 | -1;
}

/** When swap data of one swap was asked for, and when it was signed or given up: what lies between grows old. */
function changesOf(events: readonly SwapEvent[]): Change[] {
  const changes: Change[] = [];
  let isReady = false;
  for (const { type, at } of events) {
    // An order is closed for the age of its quote as well, and a payment made dearer later on: neither has swap data then.
    const ends = type === 'attempt_committed' || type === 'order_closed';
    if (type === 'swap_data_requested' && !isReady) changes.push({ at, by: 1 });
    else if (ends && isReady) changes.push({ at, by: -1 });
    else continue;
    isReady = !isReady;
  }
  return changes;
}

it('lets few swaps of one wallet have swap data at a time, however many wait for their turn', async () => {
  const swaps = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      submitJob(
        one.ferryman,
        coinForUsdc(sandbox.endpoints, 'ETH', { amount: `0.01${String(index).padStart(2, '0')}` }),
      ),
    ),
  );
  await one.ferryman.startWorkers({ sweepInterval: 100, concurrency: 12 });
  const ends = await Promise.all(swaps.map(({ swap }) => one.ferryman.awaitEnd(swap.id, { signal: hangSignal() })));
  expect(ends.map(({ swap }) => swap.state)).toEqual(Array(12).fill('settled'));

  const histories = await Promise.all(swaps.map(({ swap }) => one.ferryman.journal.events(swap.id)));
  let now = 0;
  let most = 0;
  // Of two at the same millisecond the one that makes room comes first.
  for (const { by } of histories.flatMap(changesOf).toSorted((a, b) => a.at - b.at || a.by - b.by)) {
    now += by;
    most = Math.max(most, now);
  }
  expect(now).toBe(0);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});
