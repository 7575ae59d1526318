import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import {
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';

/** How long one signature takes here, and how long swap data may be signed: fifty turns are longer, four are not. */
const turn = 200;
const signWithin = 8_000;

let sandbox: Sandbox;
let one: TestFerryman;

beforeAll(async () => {
  sandbox = await startSandbox();
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    working: false,
    policy: { signWithin },
    adjust: (options) => ({
      ...options,
      checkpoint: async (point) => {
        if (point === 'transaction-judged') await pause(turn);
      },
    }),
  });
  await fund(sandbox.endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
});
afterAll(async () => {
  await one?.close();
  await sandbox?.close();
});

it('asks for the swap data of fifty swaps of one slow wallet once each: none grows old while it waits for its turn', async () => {
  const swaps = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      submitJob(one.ferryman, {
        wallet: 'treasury',
        from: { chain: 'ETH', token: native },
        to: { chain: 'ETH', token: tokenOf(sandbox.endpoints, 'ETH', 'USDC') },
        amount: `0.01${String(index).padStart(2, '0')}`,
        receiver: '0x3333333333333333333333333333333333333333',
        slippageBps: 100,
      }),
    ),
  );
  await one.ferryman.startWorkers({ sweepInterval: 100, concurrency: 50 });
  const ends = await Promise.all(
    swaps.map(({ swap }) => one.ferryman.awaitEnd(swap.id, { signal: AbortSignal.timeout(150_000) })),
  );
  expect(ends.map(({ swap }) => swap.state)).toEqual(Array(50).fill('settled'));
  const events = await Promise.all(swaps.map(({ swap }) => one.ferryman.journal.events(swap.id)));
  const asked = events.map((list) => list.filter(({ type }) => type === 'swap_data_requested').length);
  expect(asked).toEqual(Array(50).fill(1));
});
