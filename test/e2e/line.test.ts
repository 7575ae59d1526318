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

/** When swap data was asked for, and when it was signed or given up: what lies between has swap data that grows old. */
function change({ type, data }: SwapEvent): number {
  if (type === 'swap_data_requested') return 1;
  // What takes the place of a payment later on, at a higher fee, has no swap data of its own.
  const isSigned = type === 'attempt_committed' && data.kind === 'pay';
  return isSigned || type === 'order_closed' ? -1 : 0;
}

it('lets few swaps of one wallet have swap data at a time, however many wait for their turn', async () => {
  const swaps = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      submitJob(
        one.ferryman,
        coinForUsdc(sandbox.endpoints, 'ETH', { amount: `0.01${String(index).padStart(2, '0')}` }),
      ),
    ),
  );
  await one.ferryman.startWorkers({ sweepInterval: 100, concurrency: 24 });
  const ends = await Promise.all(swaps.map(({ swap }) => one.ferryman.awaitEnd(swap.id, { signal: hangSignal() })));
  expect(ends.map(({ swap }) => swap.state)).toEqual(Array(24).fill('settled'));

  const events = (await Promise.all(swaps.map(({ swap }) => one.ferryman.journal.events(swap.id)))).flat();
  let now = 0;
  let most = 0;
  // Of two at the same millisecond the one that makes room comes first.
  for (const event of events.toSorted((a, b) => a.at - b.at || change(a) - change(b))) {
    now += change(event);
    most = Math.max(most, now);
  }
  expect(now).toBe(0);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});
