import { describe, expect, it, vi } from 'vitest';
import type { LeaseTerms } from '../../src/core/swap/swap.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { pollStatus } from '../../src/executor/effects/poll-status.ts';
import type { SwapStore } from '../../src/ports/stores/swap-store.ts';
import {
  aLease,
  anAttempt,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  final,
} from '../support/snapshot.ts';

const payment = aStep({
  outcome: 'landed',
  lease: aLease([anAttempt({ inclusion: final })], { state: 'consumed' }),
});
const snapshot = aSnapshot({
  swap: aSwap({ state: 'settling' }),
  order: aReadyOrder(),
  steps: [payment],
});

/** What is recorded when the routing service names this as the destination transaction. */
async function recorded(destinationTxId: string): Promise<unknown> {
  const recordStatus = vi.fn(async (_request: unknown) => undefined);
  const context = {
    router: { status: async () => ({ status: 'SUCCESS', destinationTxId, raw: {} }) },
    chains: new Map([
      [
        'ETH',
        { parseTxId: (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : undefined) },
      ],
    ]),
    journal: { recordStatus },
    checkpoint: async () => undefined,
  };
  await pollStatus(context as unknown as ExecutorContext<SwapStore>, snapshot, payment);
  return recordStatus.mock.calls[0]?.[0];
}

it('keeps the destination transaction under the one name that its chain has for it', async () => {
  expect(await recorded('0xAB')).toMatchObject({
    status: 'SUCCESS',
    destination: { chain: 'ETH', txId: '0xab' },
  });
});

it('asks for what was made without a quote by its payment alone', async () => {
  const status = vi.fn(async (_query: unknown) => ({ status: 'PENDING', raw: {} }));
  const context = {
    router: { status },
    chains: new Map([['ETH', { parseTxId: () => undefined }]]),
    journal: { recordStatus: async () => undefined },
    checkpoint: async () => undefined,
  };
  const order = aReadyOrder();
  const asked = async (quoteId: string) => {
    await pollStatus(
      context as unknown as ExecutorContext<SwapStore>,
      { ...snapshot, order: { ...order, quoteId } },
      payment,
    );
    return status.mock.lastCall;
  };
  expect(await asked(order.id)).toEqual([{ sourceTxId: '0xaa' }]);
  expect(await asked('q-1')).toEqual([{ quoteId: 'q-1', sourceTxId: '0xaa' }]);
});

it('asks for what is paid by deposit by its quote alone', async () => {
  const status = vi.fn(async (_query: unknown) => ({ status: 'PENDING', raw: {} }));
  const context = {
    router: { status },
    chains: new Map([['ETH', { parseTxId: () => undefined }]]),
    journal: { recordStatus: async () => undefined },
    checkpoint: async () => undefined,
  };
  const order = aReadyOrder({ deposit: { address: '0xd', amount: 1n, exchangeId: 'x-1' } });
  await pollStatus(
    context as unknown as ExecutorContext<SwapStore>,
    { ...snapshot, order },
    payment,
  );
  expect(status.mock.calls).toEqual([[{ quoteId: order.quoteId }]]);
});

describe('where a payment of coins was made again', () => {
  const first = anAttempt({ txId: 'first' });
  const second = anAttempt({ seq: 2, kind: 'bump', txId: 'second', inclusion: final });
  const coins = { kind: 'outpoints', outpoints: ['coin:0'] } as const;

  /** The polled ids and the recorded status, by the service's status of each id. */
  async function asked(said: Record<string, string>, terms: LeaseTerms = coins) {
    const lease = aLease([first, second, anAttempt({ seq: 3, kind: 'cancel', txId: 'cancel' })], {
      terms,
    });
    const again = aStep({ outcome: 'landed', lease: { ...lease, state: 'consumed' } });
    const ids: string[] = [];
    const recordStatus = vi.fn(async (_request: unknown) => undefined);
    const status = async ({ sourceTxId }: { sourceTxId: string }) => {
      ids.push(sourceTxId);
      return { status: said[sourceTxId], raw: {} };
    };
    const context = {
      router: { status },
      chains: new Map([['ETH', { parseTxId: () => undefined }]]),
      journal: { recordStatus },
      checkpoint: async () => undefined,
    };
    await pollStatus(
      context as unknown as ExecutorContext<SwapStore>,
      { ...snapshot, steps: [again] },
      again,
    );
    return { ids, recorded: recordStatus.mock.calls[0]?.[0] };
  }

  it('asks for the one that landed, and for no other where that is known', async () => {
    const { ids, recorded } = await asked({ second: 'SUCCESS' });
    expect(ids).toEqual(['second']);
    expect(recorded).toMatchObject({ status: 'SUCCESS' });
  });

  it('asks for the others where the service knows the payment by one of them', async () => {
    const { ids, recorded } = await asked({ second: 'NOT_FOUND', first: 'PENDING' });
    expect(ids).toEqual(['second', 'first']);
    expect(recorded).toMatchObject({ status: 'PENDING' });
  });

  it.each(['NOT_FOUND', 'FAIL'])(
    'takes for no news that one whose place was taken is %s',
    async (status) => {
      expect((await asked({ second: 'NOT_FOUND', first: status })).recorded).toMatchObject({
        status: 'NOT_FOUND',
      });
    },
  );

  it('asks once where a lease is a nonce', async () => {
    expect((await asked({ second: 'NOT_FOUND' }, { kind: 'nonce', nonce: 1n })).ids).toEqual([
      'second',
    ]);
  });
});

it('takes for no hint what names no transaction', async () => {
  expect(await recorded('soon')).not.toHaveProperty('destination');
});
