import { expect, it } from 'vitest';
import { judgeUnattributedDeposit } from '../../../src/core/deposits/judge-unattributed-deposit.ts';
import { hideOrders } from '../../../src/core/deposits/order-in-words.ts';
import { noon } from '../../support/snapshot.ts';

const payment = { txId: 'T', index: 0, amount: 1_000_000n, at: noon, final: true };
const asset = { symbol: 'USDC', decimals: 6 };

/** The message of a payment to an order after the end of its swap. */
const messageOf = (order: { exchangeId: string; memo?: string }) =>
  judgeUnattributedDeposit(
    { provider: 'changenow', deposit: { address: 'D', amount: 1_000_000n, ...order } },
    { ...payment, block: { number: 5n, hash: 'h' } },
    asset,
    { isPaid: false, isFollowed: true },
  ).message;

it('takes the number of an order out of the message that names it', () => {
  for (const exchangeId of ['4f38948e5f6835', '7 at once', 'x) at y'])
    expect(hideOrders(messageOf({ exchangeId }))).toBe(
      'T paid 1 USDC, observed after this swap had ended (order … at changenow)',
    );
});

it('takes the memo of an order out of the message that quotes it', () => {
  for (const memo of ['104857', 'pay (order 7 at home); it was', 'the memo 7'])
    expect(hideOrders(messageOf({ exchangeId: '4f38948e5f6835', memo }))).toBe(
      'T paid 1 USDC with no memo; the provider identifies the order by the memo …',
    );
});

it('leaves other messages as they are', () => {
  const message = 'T paid 1 USDC, but the order wants 2 USDC at most (order it again)';
  expect(hideOrders(message)).toBe(message);
});
