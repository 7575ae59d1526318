import { describe, expect, it } from 'vitest';
import type { SandboxChainName } from '../../sandbox/endpoints.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { forgettableOrders } from './audit-deposits.ts';
import {
  answerOf,
  auditOf,
  type Case,
  counted,
  jobOf,
  orderOf,
  paymentOf,
} from './audit-scenario.ts';
import type { JobAnswer } from './client.ts';
import type { PlannedJob } from './plan-jobs.ts';

const job = jobOf({ flow: 'deposit', provider: 'changenow' });
const paid = paymentOf(job, '0x1', { deposits: [] });
const order = orderOf(job, { sourceTx: '0x1' });
const settled = withOrder(answerOf('settled', [{ txId: '0x1', step: 'deposit' }]));

/** Its history has swap data just before anything is signed. */
function withOrder(
  told: JobAnswer,
  ...after: { type: string; data: Record<string, unknown> }[]
): JobAnswer {
  const received = { type: 'swap_data_received', data: { deposit: { exchangeId: 'exchange-1' } } };
  const [first, ...rest] = told.events;
  const added = [received, ...after].map((event) => ({ seq: 0, at: '', ...event }));
  return { ...told, events: [...(first ? [first] : []), ...added, ...rest] };
}

function found(changes: Case = {}) {
  return auditOf({
    job,
    outgoing: [paid],
    received: 49n,
    api: settled,
    orders: { deposits: [order] },
    ...changes,
  });
}

describe('an audit of deposits', () => {
  it('finds nothing where each order is paid once, as it wants', () => {
    expect(counted(found())).toEqual({ paidOnce: 1 });
    expect(found().findings).toEqual([]);
  });

  it.each(['order already paid in', 'no memo', 'unknown memo'])(
    'finds what pays for nothing: %s',
    (reason) => {
      const audit = found({
        orders: { deposits: [order], unattributed: [{ sourceTx: '0x9', reason }] },
      });
      expect(counted(audit)).toEqual({ paidOnce: 1, strayPayments: 1 });
      expect(audit.findings).toEqual([`stray payment: 0x9: ${reason}`]);
    },
  );

  it('leaves alone what somebody else has sent', () => {
    const unattributed = [{ sourceTx: '0x9', reason: 'no memo' }];
    const foreign: Case['foreign'] = [{ chain: 'ETH', wallet: 'treasury', txId: '0x9' }];
    expect(counted(found({ orders: { deposits: [order], unattributed }, foreign }))).toEqual({
      paidOnce: 1,
    });
  });

  it.each([
    'paid in too late',
    'paid in too much',
    'paid in too little',
    'paid in with another token',
  ])('finds a payment that its provider calls %s', (reason) => {
    const audit = found({ orders: { deposits: [{ ...order, reason }] } });
    expect(counted(audit)).toEqual({ paidOnce: 1, strayPayments: 1 });
  });

  it('finds a payment that no order of its job was paid by, once the providers have read all', () => {
    const others = [
      orderOf(job),
      orderOf(jobOf({ receiver: '0x00000000000000000000000000000000000000Ff' })),
    ];
    const orders = { deposits: [others[0]!, { ...others[1]!, sourceTx: '0x1' }] };
    expect(counted(found({ orders }))).toEqual({ paidOnce: 1, strayPayments: 1, ordersUnpaid: 1 });
    expect(counted(found({ orders, isOver: false }))).toEqual({ paidOnce: 1, ordersUnpaid: 1 });
  });

  it('finds an order that is paid by what is no payment of its job, and one that is not what the job gives', () => {
    const byAnother = { ...order, orderId: 'order-2', sourceTx: '0x7' };
    expect(counted(found({ orders: { deposits: [order, byAnother] } }))).toMatchObject({
      strayPayments: 1,
    });
    for (const other of [{ amountIn: 1n }, { from: 'POLYGON' }, { provider: 'simple_swap' }]) {
      const audit = found({ orders: { deposits: [{ ...order, ...other }] } });
      expect(counted(audit)).toEqual({ paidOnce: 1, strayPayments: 1 });
    }
  });

  it('finds a payment for an order that its history had closed, or for another than the one it had', () => {
    const plain = answerOf('settled', [{ txId: '0x1', step: 'deposit' }]);
    const next = { type: 'swap_data_received', data: { deposit: { exchangeId: 'exchange-2' } } };
    const closed = { type: 'order_closed', data: {} };
    for (const api of [withOrder(plain, closed), withOrder(plain, closed, next)]) {
      expect(counted(found({ api }))).toEqual({ paidOnce: 1, strayPayments: 1 });
    }
    // What was forgotten no history tells of.
    expect(counted(found({ api: answerOf('settled', []), restored: true }))).toEqual({
      paidOnce: 1,
    });
  });

  it('knows the receiver of an order in each of its forms', () => {
    const lower = { ...order, receiver: job.receiver.toLowerCase() };
    expect(counted(found({ orders: { deposits: [lower] } }))).toEqual({ paidOnce: 1 });
    const onTon = jobOf({
      flow: 'deposit',
      provider: 'changenow',
      to: { chain: 'TON', family: 'ton', token: '', symbol: 'TON', decimals: 9 },
      receiver: `0:${'7'.repeat(64)}`,
    });
    const friendly = 'EQB3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3dxGx';
    const deposits = [orderOf(onTon, { receiver: friendly, sourceTx: '0x1' })];
    expect(counted(found({ job: onTon, orders: { deposits } }))).toEqual({ paidOnce: 1 });
  });

  it('counts the orders that nobody has paid', () => {
    const deposits = [
      orderOf(job, { lastBlock: 10n }),
      order,
      orderOf(job, { orderId: 'order-3', lastBlock: 9_000n }),
    ];
    expect(counted(found({ orders: { deposits } }))).toEqual({ paidOnce: 1, ordersUnpaid: 2 });
  });
});

describe('an audit counts orders that were opened again', () => {
  // Opened in block 100, 690 and 701: the second while the first could be paid, the third while the
  // second could.
  const deposits = [
    orderOf(job, { orderId: 'order-1', exchangeId: 'exchange-a', lastBlock: 700n }),
    orderOf(job, { orderId: 'order-2', exchangeId: 'exchange-b', lastBlock: 1_290n }),
    { ...order, orderId: 'order-3', lastBlock: 1_301n },
  ];
  const again = (changes: Case) => found({ orders: { deposits }, ...changes }).ordersAgain;

  it('while another one could have been paid, whose answer was lost', () => {
    expect(again({})).toBe(2);
    expect(again({ orders: { deposits: [deposits[0]!, deposits[2]!] } })).toBe(0);
  });

  it('and not in the place of one that was known, and turned down', () => {
    const received = (exchangeId: string) => ({
      type: 'swap_data_received',
      data: { deposit: { exchangeId } },
    });
    const plain = answerOf('settled', [{ txId: '0x1', step: 'deposit' }]);
    const both = withOrder(
      plain,
      received('exchange-a'),
      received('exchange-b'),
      received('exchange-1'),
    );
    expect(again({ api: both })).toBe(0);
    expect(again({ api: withOrder(plain, received('exchange-a'), received('exchange-1')) })).toBe(
      1,
    );
  });

  it('and not the first one of each retry', () => {
    const earlier = [answerOf('cancelled', [], { id: 'swap-0' })];
    expect(again({ api: withOrder(answerOf('settled', [{ txId: '0x1' }], { earlier })) })).toBe(1);
  });

  it('and none of what the journal may have forgotten', () => {
    expect(again({ restored: true, forgettable: ['order-1', 'order-2'] })).toBe(0);
    expect(again({ restored: true, forgettable: ['order-2', 'order-3'] })).toBe(0);
    const short = [deposits[0]!, deposits[1]!, { ...deposits[2]!, lastBlock: 1_300n }];
    expect(
      again({ restored: true, forgettable: ['order-2', 'order-3'], orders: { deposits: short } }),
    ).toBe(1);
  });

  it('as forgettable, what was open when the journal was backed up, and all that came until it went back', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((orderId) => ({ orderId, receiver: 'one' }));
    const other = { orderId: 'd', receiver: 'two' };
    const forgotten = forgettableOrders([first!, second!, other], [first!, second!, other, third!]);
    expect([...forgotten].sort()).toEqual(['b', 'c', 'd']);
  });

  it('and none that cannot be paid anyway', () => {
    const unpayable = { ...job, provider: 'quickex' };
    expect(
      again({
        job: unpayable,
        orders: { deposits: deposits.map((one) => ({ ...one, provider: 'quickex' })) },
      }),
    ).toBe(0);
  });
});

describe('an audit of a job whose provider is peculiar', () => {
  const of = (provider: string, chain: SandboxChainName = 'ETH'): PlannedJob =>
    jobOf({ flow: 'deposit', provider, from: { ...job.from, chain } });
  const failed = (code: string, state: 'failed' | 'expired' = 'failed', fundsState = 'untouched') =>
    answerOf(state, [], { code, fundsState });
  const unpaid = (of: PlannedJob, api: Case['api']) =>
    counted(auditOf({ job: of, ...(api ? { api } : {}) }));

  it.each([
    ['quickex', 'GUARD_REJECTED'],
    ['changelly', 'DEPOSIT_UNPAYABLE'],
    ['change_hero', 'DEPOSIT_NOT_UNIQUE'],
  ])('leaves %s unpaid, and says so', (provider, code) => {
    expect(unpaid(of(provider), failed(code))).toEqual({ unpayable: 1 });
    expect(unpaid(of(provider), failed('ROUTER_UNAVAILABLE', 'expired'))).toEqual({ unpayable: 1 });
    expect(unpaid(of(provider), failed('ROUTER_UNAVAILABLE'))).toEqual({ lost: 1 });
    expect(unpaid(of(provider), failed(code, 'failed', 'unknown'))).toEqual({ lost: 1 });
    expect(unpaid(of('changenow'), failed(code))).toEqual({ lost: 1 });
  });

  it('takes a memo where the chain has one', () => {
    expect(unpaid(of('changelly', 'TRON'), failed('DEPOSIT_UNPAYABLE'))).toEqual({ lost: 1 });
  });

  it('has a payment found that should not have been made', () => {
    const wrong = of('quickex');
    const payment = paymentOf(wrong, '0x1', { deposits: [] });
    const ordered = orderOf(wrong, {
      amountIn: 50_501_010n,
      sourceTx: '0x1',
      reason: 'paid in too little',
    });
    const audit = auditOf({
      job: wrong,
      outgoing: [payment],
      api: settled,
      received: 49n,
      orders: { deposits: [ordered] },
    });
    expect(audit.strayPayments).toBe(2);
  });

  it('leaves to a person what the provider keeps, by its own word and for no other reason', () => {
    const late = of('stealthex');
    const waiting = (code: string) =>
      withOrder(
        answerOf('needs_review', [{ txId: '0x1', step: 'deposit' }], {
          code,
          fundsState: 'unknown',
        }),
      );
    const judged = (code: string, reason: string | null) =>
      counted(
        auditOf({
          job: late,
          outgoing: [paymentOf(late, '0x1', { deposits: [] })],
          api: waiting(code),
          orders: { deposits: [orderOf(late, { sourceTx: '0x1', reason })] },
        }),
      );
    expect(judged('ROUTER_STATUS_NEEDS_PERSON', 'paid in too late')).toEqual({
      needsReview: 1,
      forPersons: 1,
    });
    expect(judged('SETTLEMENT_OVERDUE', 'paid in too late')).toEqual({ needsReview: 1 });
    expect(judged('ROUTER_STATUS_NEEDS_PERSON', null)).toEqual({ needsReview: 1 });
    expect(judged('ROUTER_STATUS_NEEDS_PERSON', 'no memo')).toEqual({
      needsReview: 1,
      strayPayments: 1,
    });
  });

  it('counts as refunded what came back; of coins of the EVM, which nobody can look for, a person may say so', () => {
    const tokens = of('exolix');
    const coins = jobOf({
      flow: 'deposit',
      provider: 'exolix',
      from: { chain: 'ETH', family: 'evm', token: evmNativeToken, symbol: 'ETH', decimals: 18 },
      amount: 1_000_000n,
    });
    const judged = (back: PlannedJob, api: Case['api'], arrived = true) => {
      const { chain, token } = back.from;
      const brought = {
        chain,
        wallet: 'treasury',
        txId: '0x5',
        token,
        amount: back.amount - back.amount / 1_000n,
      };
      return counted(
        auditOf({
          job: back,
          outgoing: [paymentOf(back, '0x1', { deposits: [] })],
          incoming: arrived ? [brought] : [],
          ...(api ? { api } : {}),
          orders: { deposits: [orderOf(back, { sourceTx: '0x1' })] },
        }),
      );
    };
    const refunded = withOrder(answerOf('refunded', [{ txId: '0x1' }], { fundsState: 'returned' }));
    const notSeen = withOrder(
      answerOf('needs_review', [{ txId: '0x1' }], {
        fundsState: 'unknown',
        code: 'REFUND_NOT_SEEN',
      }),
    );
    expect(judged(tokens, refunded)).toEqual({ refunded: 1 });
    expect(judged(tokens, refunded, false)).toEqual({ unpaidButReportedSettled: 1 });
    expect(judged(tokens, notSeen)).toEqual({ needsReview: 1 });
    expect(judged(coins, notSeen)).toEqual({ needsReview: 1, forPersons: 1 });
    expect(judged(coins, notSeen, false)).toEqual({ needsReview: 1 });
  });
});
