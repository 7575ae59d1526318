import { describe, expect, it } from 'vitest';
import {
  answerOf,
  auditOf,
  type Case,
  counted,
  jobOf,
  legOf,
  orderOf,
  paymentOf,
} from './audit-scenario.ts';
import type { BookedOrder } from './read-orders.ts';

/** Two jobs of two wallets that pay the same for the same, to one receiver. */
const one = jobOf({ key: 'job-1' });
const two = jobOf({ key: 'job-2', wallet: 'payroll' });
const paid = [paymentOf(one, '0x1'), paymentOf(two, '0x2')];
const id = (digit: string): string => `0x${digit.repeat(64)}`;
const [payoutOfOne, payoutOfTwo] = [id('a'), id('b')];

function bookOf(...payouts: readonly [sourceTx: string, payoutTx: string][]): BookedOrder[] {
  return payouts.map(([sourceTx, payoutTx], index) => {
    const {
      exchangeId: _,
      lastBlock: __,
      ...order
    } = orderOf(one, { orderId: `order-${index + 1}`, sourceTx });
    return {
      ...order,
      quoteId: `quote-${index + 1}`,
      toToken: one.to.token,
      payoutTx,
      refundTx: null,
    };
  });
}

const booked = bookOf(['0x1', payoutOfOne], ['0x2', payoutOfTwo]);
const settledBy = (swap: string, txId: string, txIdOfLeg: string) =>
  answerOf('settled', [{ txId }], { id: swap, legs: [legOf({ txId: txIdOfLeg })] });

function found(changes: Case = {}) {
  return auditOf({
    job: one,
    others: [{ job: two, api: settledBy('swap-2', '0x2', payoutOfTwo) }],
    outgoing: paid,
    received: 98n,
    api: settledBy('swap-1', '0x1', payoutOfOne),
    orders: { booked },
    ...changes,
  });
}

describe('an audit of swaps that compete', () => {
  it('finds nothing where each has settled with a transfer of its own', () => {
    expect(counted(found())).toEqual({ paidOnce: 2 });
    expect(found().findings).toEqual([]);
  });

  it('finds two that have settled with one transfer, and what was not paid out to the receiver', () => {
    const both = [{ job: two, api: settledBy('swap-2', '0x2', payoutOfOne) }];
    // Both payouts have come, and one of them has settled nothing.
    const shared = found({ others: both, orders: {} });
    expect(counted(shared)).toEqual({ paidOnce: 2, misattributed: 1 });
    expect(shared.findings).toEqual([
      expect.stringMatching(/settles swap swap-1 and swap swap-2, job-2/),
    ]);
    // One of them has come: nobody can say which of the two was paid.
    expect(counted(found({ others: both, received: 49n, orders: {} }))).toEqual({
      unpaidButReportedSettled: 2,
      misattributed: 1,
    });
  });

  it('finds one transfer under two spellings of its id, whatever the spelling of either', () => {
    for (const spelled of [payoutOfOne.slice(2), payoutOfOne.toUpperCase().replace('0X', '0x')]) {
      const both = [{ job: two, api: settledBy('swap-2', '0x2', spelled) }];
      expect(counted(found({ others: both, orders: {} }))).toEqual({
        paidOnce: 2,
        misattributed: 1,
      });
    }
  });

  it('takes two transfers of one transaction for two', () => {
    const other = answerOf('settled', [{ txId: '0x2' }], {
      id: 'swap-2',
      legs: [legOf({ txId: payoutOfOne, index: 1 })],
    });
    expect(counted(found({ others: [{ job: two, api: other }], orders: {} }))).toEqual({
      paidOnce: 2,
    });
  });

  it('finds one that has settled with the other’s transfer, though it is the only one so far', () => {
    const waiting = answerOf('settling', [{ txId: '0x2' }], { id: 'swap-2' });
    const taken = found({
      api: settledBy('swap-1', '0x1', payoutOfTwo),
      others: [{ job: two, api: waiting }],
      received: 49n,
    });
    expect(counted(taken)).toEqual({ paidOnce: 1, open: 1, misattributed: 1 });
    expect(taken.findings).toContainEqual(
      expect.stringMatching(/^misattributed: .* job-1, and is of order order-2$/),
    );
  });

  it('finds two that have settled with each other’s transfers', () => {
    const crossed = found({
      api: settledBy('swap-1', '0x1', payoutOfTwo),
      others: [{ job: two, api: settledBy('swap-2', '0x2', payoutOfOne) }],
    });
    expect(counted(crossed)).toEqual({ paidOnce: 2, misattributed: 2 });
  });

  it('tells whose transfer it is on TON, where many have the id of one message, by its number', () => {
    const place = 0xbbbbbbbb >>> 1;
    const onTon = {
      chain: 'TON',
      family: 'ton',
      token: 'jetton',
      symbol: 'USDT',
      decimals: 6,
    } as const;
    const [first, second] = [one, two].map((job) => ({
      ...job,
      receiver: `0:${'e'.repeat(64)}`,
      to: onTon,
    }));
    const books = booked.map((order) => ({ ...order, to: 'TON', receiver: `0:${'e'.repeat(64)}` }));
    const judged = (index: number) => {
      const legs = [legOf({ chain: 'TON', txId: id('c'), index })];
      const api = answerOf('settled', [{ txId: '0x1' }], { legs });
      return found({ job: first!, others: [{ job: second! }], api, orders: { booked: books } })
        .misattributed;
    };
    for (const index of [place, -1 - place]) expect(judged(index)).toBe(1);
    expect(judged(0xaaaaaaaa >>> 1)).toBe(0);
  });

  it('finds one that has settled with what the other’s own transaction brought', () => {
    const onChain = jobOf({ key: 'job-2', kind: 'on-chain', wallet: 'payroll', from: one.to });
    const own = found({
      api: settledBy('swap-1', '0x1', '0x2'),
      others: [
        {
          job: onChain,
          api: answerOf('settling', [{ txId: '0x2', chain: 'POLYGON' }], { id: 'swap-2' }),
        },
      ],
      outgoing: [paymentOf(one, '0x1'), paymentOf(onChain, '0x2')],
    });
    expect(own.misattributed).toBe(1);
  });

  it('finds one that is called settled and has no transfer, or one of too little', () => {
    for (const legs of [[], [legOf({ amountBaseUnits: '47' })], [legOf({ role: 'refund' })]]) {
      const api = answerOf('settled', [{ txId: '0x1' }], { legs });
      expect(counted(found({ api, orders: {} }))).toMatchObject({
        paidOnce: 1,
        unpaidButReportedSettled: 1,
      });
    }
  });

  it('counts what one receiver got against all that are called settled, and nobody else’s', () => {
    const elsewhere = jobOf({
      key: 'job-2',
      wallet: 'payroll',
      receiver: '0x00000000000000000000000000000000000000Ff',
    });
    const others = [{ job: elsewhere, api: settledBy('swap-2', '0x2', payoutOfTwo) }];
    expect(counted(found({ received: 95n, orders: {} }))).toEqual({ unpaidButReportedSettled: 2 });
    expect(counted(found({ others, received: 95n, orders: {} }))).toEqual({ paidOnce: 2 });
  });
});

describe('an audit of a swap that waits since nobody can tell its payout', () => {
  const message = 'the received amount could belong to another open swap too';
  const waiting = answerOf('needs_review', [{ txId: '0x1' }], {
    code: 'SETTLEMENT_DISPUTED',
    message,
  });
  const stopped = answerOf('needs_review', [], {
    id: 'swap-2',
    code: 'LEASE_USED_BY_STRANGER',
    fundsState: 'unknown',
  });
  const foreign: Case['foreign'] = [{ chain: 'ETH', wallet: 'payroll', txId: '0x9' }];

  it('counts it apart where its competitor is left to a person', () => {
    const beside = found({
      api: waiting,
      others: [{ job: two, api: stopped }],
      outgoing: [paid[0]!],
      foreign,
    });
    expect(counted(beside)).toEqual({ ambiguous: 1, needsReview: 1, forPersons: 1 });
  });

  it('counts it as any other where its competitor has ended, and where it has none', () => {
    expect(counted(found({ api: waiting }))).toEqual({ paidOnce: 1, needsReview: 1 });
    const elsewhere = { ...two, receiver: '0x00000000000000000000000000000000000000Ff' };
    const beside = found({
      api: waiting,
      others: [{ job: elsewhere, api: stopped }],
      outgoing: [paid[0]!],
      foreign,
    });
    expect(counted(beside)).toEqual({ needsReview: 2, forPersons: 1 });
  });

  it('counts it as any other where it waits for another reason', () => {
    const other = answerOf('needs_review', [{ txId: '0x1' }], { code: 'SETTLEMENT_DISPUTED' });
    const beside = found({
      api: other,
      others: [{ job: two, api: stopped }],
      outgoing: [paid[0]!],
      foreign,
    });
    expect(counted(beside)).toEqual({ needsReview: 2, forPersons: 1 });
  });
});

describe('an audit of a job that a person pays for', () => {
  const manual = jobOf({
    key: 'job-2',
    flow: 'deposit-by-hand',
    provider: 'changenow',
    wallet: 'payroll',
  });
  const order = orderOf(manual, { orderId: 'order-9', sourceTx: '0x7' });
  const booking = {
    ...order,
    quoteId: 'quote-9',
    toToken: manual.to.token,
    payoutTx: payoutOfTwo,
    refundTx: null,
  };
  const settled = answerOf('settled', [], { id: 'swap-2', legs: [legOf({ txId: payoutOfTwo })] });
  const beside = (changes: Case = {}, api = settled) =>
    found({
      others: [{ job: manual, api }],
      outgoing: [paid[0]!],
      orders: { booked: [...bookOf(['0x1', payoutOfOne]), booking], deposits: [order] },
      ...changes,
    });

  it('takes it for paid where its order is, and by nothing of a wallet', () => {
    expect(counted(beside())).toEqual({ paidOnce: 2 });
    const unpaid = { ...order, sourceTx: null };
    const orders = { booked: [], deposits: [unpaid] };
    expect(counted(beside({ orders }))).toEqual({
      paidOnce: 1,
      unpaidButReportedSettled: 1,
      ordersUnpaid: 1,
    });
  });

  it('finds a payment that a wallet made for it', () => {
    const signed = paymentOf(manual, '0x2');
    expect(counted(beside({ outgoing: [paid[0]!, signed], next: 1 }))).toEqual({
      paidOnce: 2,
      unexplained: 1,
    });
  });

  it('finds its payout where it has settled another swap, or where that one’s has settled it', () => {
    const taken = beside(
      { api: settledBy('swap-1', '0x1', payoutOfTwo) },
      answerOf('settling', [], { id: 'swap-2' }),
    );
    expect(counted(taken)).toEqual({ paidOnce: 1, open: 1, misattributed: 1 });
    const other = answerOf('settled', [], { id: 'swap-2', legs: [legOf({ txId: payoutOfOne })] });
    const given = beside({ api: answerOf('settling', [{ txId: '0x1' }]) }, other);
    expect(counted(given)).toEqual({ paidOnce: 1, open: 1, misattributed: 1 });
  });

  it('finds it where it ended as unpaid and its deposit came', () => {
    const expired = answerOf('expired', [], { id: 'swap-2', fundsState: 'untouched' });
    expect(counted(beside({}, expired))).toEqual({ paidOnce: 1, paidButReportedFailed: 1 });
  });
});
