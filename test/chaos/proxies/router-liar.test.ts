import { describe, expect, it } from 'vitest';
import type { RouterLieHow } from '../faults.ts';
import type { BookedOrder } from '../read-orders.ts';
import { createRouterLiar } from './router-liar.ts';

const id = (digit: string): string => `0x${digit.repeat(64)}`;

function orderOf(quoteId: string, changes: Partial<BookedOrder> = {}): BookedOrder {
  return {
    orderId: `order of ${quoteId}`,
    provider: 'across',
    quoteId,
    from: 'ETH',
    to: 'POLYGON',
    toToken: 'USDC',
    amountIn: 1n,
    receiver: '0xee',
    sourceTx: id(quoteId),
    payoutTx: null,
    refundTx: null,
    reason: null,
    ...changes,
  };
}

/** What is told of an order, by a service that says the truth. */
function statusOf({ payoutTx }: BookedOrder) {
  return { status: payoutTx === null ? 'PENDING' : 'SUCCESS', destinationTxHash: payoutTx };
}

function startLying(book: readonly BookedOrder[], how: RouterLieHow, requests = 10) {
  const liar = createRouterLiar(async () => book);
  liar.lie({ kind: 'lie', of: 'router', how, requests });
  return async (query: string): Promise<{ status: string; destinationTxHash: string | null }> => {
    const request = { method: 'GET', path: `/api/routes/status?${query}`, headers: {}, body: '' };
    const asked = book.find(
      ({ quoteId, sourceTx }) => query.includes(`id=${quoteId}`) || query.includes(`${sourceTx}`),
    );
    const answer = await liar.answer(request, async () => ({
      status: 200,
      headers: {},
      body: JSON.stringify(
        asked ? statusOf(asked) : { status: 'NOT_FOUND', destinationTxHash: null },
      ),
    }));
    return JSON.parse(answer.body);
  };
}

describe('a routing service that names the payout of another order', () => {
  const unpaid = orderOf('1');
  const paid = orderOf('2', { payoutTx: id('b') });
  const lied = { status: 'SUCCESS', destinationTxHash: id('b') };

  it('does so for one that is paid and not paid out, by its quote or by what paid it, so many times', async () => {
    const ask = startLying([unpaid, paid], 'payout-of-another', 2);
    expect(await ask('id=1')).toEqual(lied);
    expect(await ask(`srcTxHash=${id('1')}`)).toEqual(lied);
    expect(await ask('id=1')).toEqual(statusOf(unpaid));
  });

  it('tells the truth of one that is paid out, and where no other was paid out to the same receiver in the same token', async () => {
    expect(await startLying([unpaid, paid], 'payout-of-another')('id=2')).toEqual(statusOf(paid));
    for (const other of [
      { receiver: '0xff' },
      { to: 'ETH' },
      { toToken: 'DAI' },
      { payoutTx: null },
    ]) {
      const ask = startLying([unpaid, { ...paid, ...other }], 'payout-of-another');
      expect(await ask('id=1')).toEqual(statusOf(unpaid));
    }
  });

  it('never lies about two orders of one receiver: nothing could tell them apart', async () => {
    const book = [unpaid, paid, orderOf('3', { sourceTx: null })];
    const ask = startLying(book, 'payout-of-another');
    expect(await ask('id=1')).toEqual(lied);
    // Now the first is paid out, and lied about all the same; and the third waits.
    book[0] = orderOf('1', { payoutTx: id('a') });
    book[2] = orderOf('3');
    expect(await ask('id=1')).toEqual(lied);
    expect(await ask('id=3')).toEqual(statusOf(book[2]));
    const both = startLying([orderOf('1'), orderOf('3'), paid], 'payout-of-another');
    expect(await both('id=1')).toEqual(statusOf(unpaid));
  });
});

describe('a routing service that spells ids in its own way', () => {
  it.each([
    ['POLYGON', id('b'), 'B'.repeat(64)],
    ['TRON', 'b'.repeat(64), `0x${'B'.repeat(64)}`],
    ['BITCOIN', 'b'.repeat(64), `0x${'B'.repeat(64)}`],
    ['TON', 'b'.repeat(64), Buffer.from('b'.repeat(64), 'hex').toString('base64')],
    [
      'SOLANA',
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
    ],
  ])('does so on %s', async (to, payoutTx, spelled) => {
    const ask = startLying([orderOf('1', { to, payoutTx })], 'other-spelling', 1);
    expect(await ask('id=1')).toEqual({ status: 'SUCCESS', destinationTxHash: spelled });
    expect(await ask('id=1')).toEqual({ status: 'SUCCESS', destinationTxHash: payoutTx });
  });

  it('says nothing more than the truth of what is not paid out, and of what it does not know', async () => {
    const ask = startLying([orderOf('1')], 'other-spelling');
    expect(await ask('id=1')).toEqual({ status: 'PENDING', destinationTxHash: null });
    expect(await ask('id=9')).toEqual({ status: 'NOT_FOUND', destinationTxHash: null });
  });
});
