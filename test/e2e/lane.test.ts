import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
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
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    working: false,
  });
  await fund(sandbox.endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
});
afterAll(async () => {
  await one?.close();
  await sandbox?.close();
});

const count = 24;

it('asks the routing service once for each swap of a wallet, however many wait for it', async () => {
  const swaps = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      submitJob(
        one.ferryman,
        coinForUsdc(sandbox.endpoints, 'ETH', { amount: `0.01${String(index).padStart(2, '0')}` }),
      ),
    ),
  );
  const views = await Promise.all(swaps.map(({ swap }) => one.ferryman.journal.findSwap(swap.id)));
  expect(views.map((view) => view?.lane?.waiting)).toEqual(Array(count).fill(count));
  expect(views.map((view) => view?.lane?.position).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
  const urgent = await submitJob(
    one.ferryman,
    coinForUsdc(sandbox.endpoints, 'ETH', { amount: '0.011', priority: 9 }),
  );
  expect((await one.ferryman.journal.findSwap(urgent.swap.id))?.lane?.position).toBe(1);
  await one.ferryman.startWorkers({ sweepInterval: 100, concurrency: 12 });
  const ends = await Promise.all(
    swaps.map(({ swap }) => one.ferryman.awaitEnd(swap.id, { signal: hangSignal() })),
  );
  expect(ends.map(({ swap }) => swap.state)).toEqual(Array(count).fill('settled'));

  const histories = await Promise.all(
    swaps.map(({ swap }) => one.ferryman.journal.events(swap.id)),
  );
  // Coins, and the policy has prices: route and transaction come in one call.
  const numbers = { quote_recorded: 0, swap_data_requested: 0, swap_data_received: 1 };
  for (const [type, number] of Object.entries(numbers)) {
    const found = histories.map((events) => events.filter((event) => event.type === type).length);
    expect([type, ...found]).toEqual([type, ...Array(count).fill(number)]);
  }
});
