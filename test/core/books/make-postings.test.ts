import { describe, expect, it } from 'vitest';
import { bookPriceOf } from '../../../src/core/books/book-price.ts';
import {
  type BookFacts,
  coinPostings,
  makePostings,
  type OwnTransaction,
} from '../../../src/core/books/make-postings.ts';
import type { BookedToken } from '../../../src/core/books/posting.ts';
import type { Asset } from '../../../src/core/swap/job.ts';

const wallet = '0x1111111111111111111111111111111111111111';
const coin: BookedToken = {
  ...{ family: 'evm', chain: 'ETH', token: '0x0000000000000000000000000000000000000000' },
  ...{ symbol: 'ETH', decimals: 18, listed: true },
};
const coinOf = () => coin;
const usdc: Asset = {
  family: 'evm',
  chain: 'ETH',
  token: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  symbol: 'USDC',
  decimals: 6,
};

function facts(given: Partial<BookFacts>): BookFacts {
  return {
    job: {
      from: usdc,
      to: { ...usdc, token: coin.token, symbol: 'ETH', decimals: 18 },
      ...{
        amount: 100n,
        receiver: wallet.toUpperCase().replace('0X', '0x'),
        refundAddress: wallet,
      },
    },
    own: [{ name: 'main', family: 'evm', address: wallet }],
    ...{ transactions: [], legs: [], manualPayments: [] },
    ...given,
  };
}

function transaction(given: Partial<OwnTransaction>): OwnTransaction {
  return {
    ...{ source: 'step 1', kind: 'swap', outcome: 'landed', family: 'evm', chain: 'ETH' },
    ...{ txId: '0xpay', account: wallet, wallet: 'main', fee: 7n, isGone: false },
    booked: { count: 0, payment: 0n, fee: 0n },
    ...given,
  };
}

const leg = {
  ...{ ...coin, source: 'leg 1', role: 'payout' as const, txId: '0xpay', amount: 40n },
  isWithdrawn: false,
};

const amounts = (given: Partial<BookFacts>) =>
  makePostings(facts(given), coinOf).map(({ kind, amount, wallet: name }) => [kind, amount, name]);

describe('what of a swap is booked', () => {
  it.each<[string, Partial<BookFacts>, unknown]>([
    ['nothing if nothing was signed', {}, []],
    [
      'what was sold, the fee and what came',
      { transactions: [transaction({})], legs: [leg] },
      [
        ['payment', -100n, 'main'],
        ['network-fee', -7n, 'main'],
        ['payout', 40n, 'main'],
      ],
    ],
    [
      'only the fee of a transaction that was reverted',
      { transactions: [transaction({ outcome: 'reverted_final' })] },
      [['network-fee', -7n, 'main']],
    ],
    [
      'only the fee of an approve, and of a cancel under the lease of a payment',
      { transactions: [transaction({ kind: 'approve' }), transaction({ outcome: 'dead' })] },
      [
        ['network-fee', -7n, 'main'],
        ['network-fee', -7n, 'main'],
      ],
    ],
    [
      'what a later proof adds: the reverted one has landed, for another fee',
      { transactions: [transaction({ booked: { count: 1, payment: 0n, fee: -5n } })] },
      [
        ['payment', -100n, 'main'],
        ['network-fee', -2n, 'main'],
      ],
    ],
    [
      'the other way round what a later proof takes back: the landed one was reverted',
      {
        transactions: [
          transaction({
            outcome: 'reverted_final',
            booked: { count: 2, payment: -100n, fee: -7n },
          }),
        ],
      },
      [['payment', 100n, 'main']],
    ],
    [
      'the other way round all of a transaction that is gone',
      {
        transactions: [
          transaction({ isGone: true, booked: { count: 2, payment: -100n, fee: -7n } }),
        ],
      },
      [
        ['payment', 100n, 'main'],
        ['network-fee', 7n, 'main'],
      ],
    ],
    [
      'the other way round what a person has withdrawn',
      { legs: [{ ...leg, isWithdrawn: true }] },
      [['payout', -40n, 'main']],
    ],
    [
      'what a person paid, in the account of nobody that Ferryman knows',
      { manualPayments: [{ source: 'd', txId: '0xd', payer: '0xperson', amount: 100n }] },
      [['payment', -100n, undefined]],
    ],
  ])('%s', (_, given, expected) => {
    expect(amounts(given)).toEqual(expected);
  });

  it('has what else the chain shows as a charge or a return, once', () => {
    const given = facts({ transactions: [transaction({})], legs: [leg] });
    const postings = makePostings(given, coinOf);
    const change = {
      chain: 'ETH',
      txId: '0xpay',
      account: wallet,
      booked: { count: 0, amount: 0n },
    };
    // 40 came and 7 were the fee: a bridge took 3 more.
    const [charge] = coinPostings(postings, [{ ...change, change: 30n }], coinOf, given);
    expect(charge).toMatchObject({ kind: 'charge', amount: -3n, wallet: 'main' });
    expect(coinPostings(postings, [{ ...change, change: 35n }], coinOf, given)).toMatchObject([
      { kind: 'return', amount: 2n },
    ]);
    expect(coinPostings(postings, [{ ...change, change: 33n }], coinOf, given)).toEqual([]);
    // What an earlier entry has booked of the transaction counts.
    const later = { ...change, change: 30n, booked: { count: 4, amount: 30n } };
    expect(coinPostings([], [later], coinOf, given)).toEqual([]);
  });
});

describe('the price in a book', () => {
  const read = (usd: bigint, at?: number) => ({
    ...{ source: `s${usd}`, usdE18: usd, maxAge: 10 },
    ...(at === undefined ? {} : { at }),
  });
  it('is the middle of the fresh ones', () => {
    const readings = [read(100n), read(104n, 95), read(900n, 5), { source: 'x', fault: 'down' }];
    expect(bookPriceOf(readings, 100)).toEqual({ usdE18: 102n, at: 100, source: 's100, s104' });
  });
  it('is absent rather than stale', () => {
    expect(bookPriceOf([read(900n, 5)], 100)).toBeUndefined();
    expect(bookPriceOf([], 100)).toBeUndefined();
  });
});
