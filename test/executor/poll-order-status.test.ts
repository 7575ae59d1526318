import { expect, it, vi } from 'vitest';
import type { Order, RouterStatus } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { pollOrderStatus } from '../../src/executor/effects/poll-order-status.ts';
import type { SwapStore } from '../../src/ports/stores/swap-store.ts';
import { aJob, anOrder, aSnapshot, aSwap, noon } from '../support/snapshot.ts';

const lost = anOrder({ requestedAt: noon });
const known = anOrder({
  requestedAt: noon,
  deposit: { address: '0xd', amount: 1n, exchangeId: 'x-1' },
});
const pending: RouterStatus = { status: 'PENDING', at: noon, since: noon, firstAskedAt: noon };

/** What is recorded for this status if the last one was PENDING. */
async function recorded(order: Order, answer: () => Promise<unknown>): Promise<unknown> {
  const recordStatus = vi.fn(async (_request: unknown) => undefined);
  const status = vi.fn(async (_query: unknown) => answer());
  const context = {
    router: { status },
    chains: new Map([['ETH', { parseTxId: () => undefined }]]),
    journal: { recordStatus },
    checkpoint: async () => undefined,
  };
  const swap = aSwap({ state: 'quoted', job: aJob({ flow: 'deposit' }), routerStatus: pending });
  await pollOrderStatus(
    context as unknown as ExecutorContext<SwapStore>,
    aSnapshot({ swap, order }),
    order,
  );
  expect(status.mock.calls).toEqual([[{ quoteId: order.quoteId }]]);
  return recordStatus.mock.calls[0]?.[0];
}

const answering = (status: string) => async () => ({ status, raw: {} });
const failing = async () => {
  throw new FerrymanError('ROUTER_RATE_LIMITED', 'too many', { retryAfter: 7 });
};

it('keeps of a lost order what was known of it, where it is not found any more', async () => {
  expect(await recorded(lost, answering('NOT_FOUND'))).toMatchObject({ status: 'PENDING' });
  expect(await recorded(lost, answering('FAIL'))).toMatchObject({ status: 'FAIL' });
});

it('takes of an order that may still be paid what is said now', async () => {
  expect(await recorded(known, answering('NOT_FOUND'))).toMatchObject({ status: 'NOT_FOUND' });
});

it('says that nobody knows, where the service does not answer for a lost order', async () => {
  const unknown = {
    code: 'ORDER_ANSWER_LOST',
    next: 'retry',
    retryAfter: 7,
    details: { code: 'ROUTER_RATE_LIMITED' },
  };
  await expect(recorded(lost, failing)).rejects.toMatchObject(unknown);
  await expect(recorded(known, failing)).rejects.toMatchObject({ code: 'ROUTER_RATE_LIMITED' });
});

it('takes no absence from a 404 that says nothing itself', async () => {
  const bare = async () => ({ status: 'NOT_FOUND', isBare: true, raw: {} });
  await expect(recorded(lost, bare)).rejects.toMatchObject({
    code: 'ORDER_ANSWER_LOST',
    next: 'retry',
  });
  await expect(recorded(known, bare)).rejects.toMatchObject({
    code: 'ROUTER_MALFORMED',
    next: 'retry',
  });
});
