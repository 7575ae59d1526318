import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { defaultPolicy as policy } from '../../src/core/decide/policy.ts';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import type { OrderId } from '../../src/core/swap/ids.ts';
import type { Order } from '../../src/core/swap/swap.ts';
import { type AdvanceStores, advance } from '../../src/executor/advance.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { noOutages } from '../support/no-outages.ts';
import { aJob, anOrder, aSnapshot, aSwap, noon } from '../support/snapshot.ts';

const job = aJob({ flow: 'deposit', deadline: noon + 3_600_000 });

function quoted(version: number, change: Partial<Order> = {}) {
  const { spender: _, ...order } = anOrder(change);
  return aSnapshot({ swap: aSwap({ state: 'quoted', job, version }), order });
}

/**
 * What a process does that has written down that it asks a provider for an order, and sleeps for
 * minutes before it does. `then`: the swap as it is when it wakes.
 */
async function wakeUp(then: ReturnType<typeof quoted>) {
  let now = noon;
  const closeOrder = vi.fn(async (_request: unknown) => undefined);
  const asked = vi.fn();
  const deposit = async (
    _job: unknown,
    _quoteId: string,
    { beforeAsking }: { beforeAsking: () => void },
  ) => {
    beforeAsking();
    asked();
    throw new Error('asked');
  };
  const wait = vi.fn(async (_request: unknown) => undefined);
  const context = {
    journal: {
      lockAndRead: async () => quoted(1),
      release: async () => undefined,
      snapshot: async () => then,
      markRequested: async () => 2,
      closeOrder,
      wait,
    },
    router: { deposit },
    queue: { dispatch: async () => undefined },
    chains: new Map([
      ['ETH', { head: async () => ({ latest: 1n, final: 1n }), chain: chainRegistry.ETH }],
    ]),
    guard: { caps: [], judgeOrder: () => ({ kind: 'allow', rules: [], policy: '' }) },
    prices: { read: async () => ({ at: noon, tokens: [] }) },
    policy,
    clock: { now: () => now },
    logger: pino({ level: 'silent' }),
    outages: noOutages,
    holder: 'h-1',
    checkpoint: async (point: string) => {
      if (point === 'swap-data-requested') now += 2 * policy.orderAskedWithin;
    },
  };
  // A closed order would cause another quote, which this test does not cover.
  closeOrder.mockImplementation(async () => Promise.reject(new Error('closed')));
  await advance(context as unknown as ExecutorContext<AdvanceStores>, then.swap.id).catch(
    () => undefined,
  );
  return { closeOrder, asked, wait };
}

it('makes no order any more once it has slept for too long, and says that there is none', async () => {
  const { closeOrder, asked } = await wakeUp(quoted(2, { requestedAt: noon }));
  expect(asked).not.toHaveBeenCalled();
  expect(closeOrder.mock.calls[0]?.[0]).toMatchObject({ version: 2, neverMade: true });
});

it('closes no order that another process has asked for while it slept', async () => {
  const requestedAt = noon + 2 * policy.orderAskedWithin - 1_000;
  const { closeOrder, wait } = await wakeUp(
    quoted(7, { id: 'o-2' as OrderId, quoteId: 'q-2', requestedAt }),
  );
  expect(closeOrder).not.toHaveBeenCalled();
  expect(wait.mock.calls[0]?.[0]).toMatchObject({ reason: { code: 'ORDER_ANSWER_LOST' } });
});
