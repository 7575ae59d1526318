import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { outcomes } from './audit.ts';
import type { ExternalUse } from './audit-input.ts';
import { answerOf, auditOf, type Case, counted, jobOf, paymentOf, usdc } from './audit-scenario.ts';
import type { Approval, Incoming, Outgoing } from './families/run-chain.ts';

const job = jobOf();
const paid = paymentOf(job, '0x1');

describe('an audit counts a job', () => {
  it('as paid once that the chains show paid and arrived, and the API calls settled', () => {
    const found = auditOf({
      outgoing: [paid],
      received: 49n,
      api: answerOf('settled', [{ txId: '0x1' }]),
    });
    expect(counted(found)).toEqual({ paidOnce: 1 });
    expect(found.findings).toEqual([]);
  });

  it('as refunded whose order came back to the wallet', () => {
    const refund = paymentOf(job, '0x2', {
      paid: [],
      deposits: [],
      fetched: [{ order: 'order-1', kind: 'refund' }],
    });
    const api = answerOf('refunded', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    expect(counted(auditOf({ outgoing: [paid, refund], api }))).toEqual({ refunded: 1 });
  });

  it('as paid twice that two messages of one transaction pay', () => {
    const found = auditOf({
      outgoing: [paid, paymentOf(job, '0x1')],
      received: 49n,
      api: answerOf('settled', [{ txId: '0x1' }]),
    });
    expect(counted(found)).toEqual({ paidTwice: 1 });
  });

  it('as paid twice, whatever else is true of it, and names both transactions', () => {
    const again = paymentOf(job, '0x2');
    const api = answerOf('failed', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    const found = auditOf({ outgoing: [paid, again], received: 98n, api });
    expect(counted(found)).toEqual({ paidTwice: 1 });
    expect(found.findings).toEqual([expect.stringContaining('0x1 and 0x2')]);
  });

  it.each(['failed', 'cancelled', 'expired'] as const)(
    'as paid but reported failed that is called %s',
    (state) => {
      const found = auditOf({
        outgoing: [paid],
        received: 49n,
        api: answerOf(state, [{ txId: '0x1' }]),
      });
      expect(counted(found)).toEqual({ paidButReportedFailed: 1 });
    },
  );

  it('as unpaid but reported settled without a payment, and without anything arrived', () => {
    expect(counted(auditOf({ received: 49n, api: answerOf('settled', []) }))).toEqual({
      unpaidButReportedSettled: 1,
    });
    expect(
      counted(auditOf({ outgoing: [paid], api: answerOf('settled', [{ txId: '0x1' }]) })),
    ).toEqual({
      unpaidButReportedSettled: 1,
    });
  });

  it('as unpaid but reported settled where less arrived than the job accepts', () => {
    const api = answerOf('settled', [{ txId: '0x1' }]);
    expect(counted(auditOf({ outgoing: [paid], received: 47n, api }))).toEqual({
      unpaidButReportedSettled: 1,
    });
    expect(counted(auditOf({ outgoing: [paid], received: 48n, api }))).toEqual({ paidOnce: 1 });
  });

  it('as refunded whose money the provider sent back by itself, less what it keeps, and in no other case', () => {
    const back = jobOf({
      kind: 'refund',
      provider: 'symbiosis',
      wallet: 'treasury-tron',
      from: { chain: 'TRON', family: 'tron', token: 'T-usdc', symbol: 'USDC', decimals: 6 },
    });
    const api = answerOf('refunded', [{ txId: 'a1', chain: 'TRON' }]);
    const brought = {
      chain: 'TRON',
      wallet: 'treasury-tron',
      txId: 'b1',
      token: 'T-usdc',
      amount: 49_950_999n,
    } as const;
    const judged = (incoming: Incoming) =>
      counted(auditOf({ job: back, outgoing: [paymentOf(back, 'a1')], incoming: [incoming], api }));
    expect(judged(brought)).toEqual({ refunded: 1 });
    for (const other of [{ amount: 49_951_000n }, { token: 'T-dai' }, { wallet: 'payroll-tron' }]) {
      expect(judged({ ...brought, ...other })).toEqual({ unpaidButReportedSettled: 1 });
    }
  });

  it('as unpaid but reported settled where a refund is told that never came', () => {
    const api = answerOf('refunded', [{ txId: '0x1' }]);
    expect(counted(auditOf({ outgoing: [paid], api }))).toEqual({ unpaidButReportedSettled: 1 });
  });

  it('as lost that the API does not know, or that ended unpaid', () => {
    expect(counted(auditOf({}))).toEqual({ lost: 1 });
    expect(counted(auditOf({ api: answerOf('failed', []) }))).toEqual({ lost: 1 });
  });

  it('as open, or as needing a person, whether or not it is paid', () => {
    expect(counted(auditOf({ api: answerOf('settling', []) }))).toEqual({ open: 1 });
    const api = answerOf('needs_review', [{ txId: '0x1' }]);
    expect(counted(auditOf({ outgoing: [paid], api }))).toEqual({ needsReview: 1 });
  });

  it('as paid but reported failed whose funds are called untouched, though a person is wanted', () => {
    const api = answerOf('needs_review', [{ txId: '0x1' }], { fundsState: 'untouched' });
    for (const restored of [false, true]) {
      expect(counted(auditOf({ outgoing: [paid], api, restored }))).toEqual({
        paidButReportedFailed: 1,
      });
    }
  });

  it('as paid once that was cancelled, retried and then paid', () => {
    const cancelled = answerOf('cancelled', [{ txId: '0x8' }], { id: 'swap-0' });
    const api = answerOf('settled', [{ txId: '0x1', nonce: 1 }], { earlier: [cancelled] });
    const cancel = paymentOf(job, '0x8', { paid: [], deposits: [] });
    const found = auditOf({ outgoing: [cancel, paid], received: 49n, api });
    expect(counted(found)).toEqual({ paidOnce: 1 });
  });

  it('as paid but reported failed whose payment is of the swap that is called cancelled, whatever its retry says', () => {
    const cancelled = answerOf('cancelled', [{ txId: '0x1' }], { id: 'swap-0' });
    const api = answerOf('settled', [], { earlier: [cancelled] });
    expect(counted(auditOf({ outgoing: [paid], received: 49n, api }))).toEqual({
      paidButReportedFailed: 1,
    });
  });

  it('by a native amount with and without the fee of a bridge, and not by a payment that failed', () => {
    const native = jobOf({
      from: { chain: 'ETH', family: 'evm', token: evmNativeToken, symbol: 'ETH', decimals: 18 },
      amount: 100n,
    });
    const sent = (amount: bigint, succeeded = true) =>
      paymentOf(native, '0x1', { succeeded, paid: [{ token: evmNativeToken, amount }] });
    const api = answerOf('settled', [{ txId: '0x1' }]);
    for (const amount of [100n, 107n]) {
      expect(
        counted(auditOf({ job: native, outgoing: [sent(amount)], received: 48n, api })),
      ).toEqual({ paidOnce: 1 });
    }
    const by = (other: Outgoing) =>
      counted(auditOf({ job: native, outgoing: [other], received: 48n, api }));
    expect(by(sent(101n))).toEqual({ unpaidButReportedSettled: 1, unexplained: 1 });
    expect(by(sent(100n, false))).toEqual({ unpaidButReportedSettled: 1 });
  });

  it('once, in the worst class that fits', () => {
    const all = auditOf({ outgoing: [paid, { ...paid, txId: '0x2' }] });
    expect(outcomes.reduce((sum, outcome) => sum + all[outcome], 0)).toBe(1);
  });
});

describe('an audit leaves to persons', () => {
  const waiting = (code: string, fundsState = 'unknown') =>
    answerOf('needs_review', [], { code, fundsState });
  const foreign: [ExternalUse] = [{ chain: 'ETH', wallet: 'treasury', txId: '0x9' }];
  const forPersons = { needsReview: 1, forPersons: 1 };

  it('what a journal that was set back has forgotten, and no other cause', () => {
    expect(counted(auditOf({ api: waiting('JOURNAL_WENT_BACK'), restored: true }))).toEqual(
      forPersons,
    );
    expect(counted(auditOf({ api: waiting('JOURNAL_WENT_BACK') }))).toEqual({ needsReview: 1 });
    // Where no person adopts it, Ferryman finds out by itself.
    const alone = auditOf({ api: waiting('JOURNAL_WENT_BACK'), restored: true, adopted: false });
    expect(counted(alone)).toEqual({ needsReview: 1 });
    for (const code of ['WALLET_FROZEN', 'SETTLEMENT_OVERDUE', 'INTERNAL']) {
      expect(counted(auditOf({ api: waiting(code), restored: true, foreign }))).toEqual({
        needsReview: 1,
      });
    }
  });

  it('no payment that the history shows, but what should have fetched its money', () => {
    const known = answerOf('needs_review', [{ txId: '0x1' }], {
      code: 'JOURNAL_WENT_BACK',
      fundsState: 'in_flight',
    });
    const found = auditOf({ api: known, outgoing: [paid], restored: true });
    expect(counted(found)).toEqual({ needsReview: 1 });
    const claim = jobOf({ kind: 'claim' });
    expect(counted(auditOf({ job: claim, api: known, outgoing: [paid], restored: true }))).toEqual(
      forPersons,
    );
    const other = answerOf('needs_review', [], {
      code: 'JOURNAL_WENT_BACK',
      fundsState: 'unknown',
    });
    expect(counted(auditOf({ api: other, outgoing: [paid], restored: true }))).toEqual(forPersons);
  });

  it('a nonce that someone else used, of the wallet and chain where somebody did', () => {
    const api = waiting('LEASE_USED_BY_STRANGER');
    expect(counted(auditOf({ api, foreign }))).toEqual(forPersons);
    expect(counted(auditOf({ api }))).toEqual({ needsReview: 1 });
    expect(counted(auditOf({ api, foreign: [{ ...foreign[0], wallet: 'payroll' }] }))).toEqual({
      needsReview: 1,
    });
    expect(counted(auditOf({ api, foreign: [{ ...foreign[0], chain: 'ARBITRUM' }] }))).toEqual({
      needsReview: 1,
    });
  });

  it('no payment that the history shows as one that someone else made', () => {
    const known = answerOf('needs_review', [{ txId: '0x1' }], {
      code: 'LEASE_USED_BY_STRANGER',
      fundsState: 'unknown',
    });
    for (const restored of [false, true]) {
      expect(counted(auditOf({ api: known, outgoing: [paid], foreign, restored }))).toEqual({
        needsReview: 1,
      });
      expect(counted(auditOf({ api: known, next: 1, foreign, restored }))).toEqual(forPersons);
    }
    // Its refund may have lost its nonce.
    const refund = jobOf({ kind: 'refund' });
    expect(counted(auditOf({ job: refund, api: known, outgoing: [paid], foreign }))).toEqual(
      forPersons,
    );
  });

  it('an end that came before the loss was noticed, only where it says that nobody knows where the money is', () => {
    const ended = (fundsState: string) =>
      answerOf('cancelled', [], { code: 'JOURNAL_WENT_BACK', fundsState });
    const payment = { outgoing: [paid], restored: true };
    expect(counted(auditOf({ api: ended('unknown'), ...payment }))).toEqual(forPersons);
    expect(counted(auditOf({ api: ended('untouched'), ...payment }))).toEqual({
      paidButReportedFailed: 1,
    });
  });
});

describe('an audit explains approvals', () => {
  const spender = '0x00000000000000000000000000000000000000Aa';
  const approval = {
    chain: 'ETH',
    wallet: 'treasury',
    txId: '0x2',
    token: usdc,
    spender,
    amount: job.amount,
  } as const;
  const approve = paymentOf(job, '0x2', { paid: [], deposits: [] });
  const steps = [{ txId: '0x1' }, { txId: '0x2', nonce: 1, step: 'approve' }];
  const api = answerOf('settled', steps, { spender: spender.toLowerCase() });
  const found = (given: Partial<Approval>, changes: Case = {}) =>
    auditOf({
      outgoing: [paid, approve],
      received: 48n,
      api,
      approvals: [{ ...approval, ...given }],
      ...changes,
    });

  it('by the step of a job that needs it', () => {
    expect(counted(found({}))).toEqual({ paidOnce: 1 });
    expect(counted(found({ amount: 0n }))).toEqual({ paidOnce: 1 });
  });

  it('and not one for another spender, for another token, for more, or in a payment', () => {
    const others: Partial<Approval>[] = [
      { spender: '0x00000000000000000000000000000000000000bb' },
      { token: '0x00000000000000000000000000000000000000C2' },
      { amount: job.amount + 1n },
      { txId: '0x1' },
    ];
    for (const other of others)
      expect(counted(found(other))).toEqual({ paidOnce: 1, unexplained: 1 });
    expect(found({ txId: '0x1' }).findings).toEqual(['unexplained: 0x1 of treasury on ETH']);
  });

  it('but not what speeds a payment up, where a history tells of it', () => {
    const child = paymentOf(job, '0x2', { paid: [], deposits: [] });
    const api = answerOf('settled', [{ txId: '0x1' }]);
    const data = { chain: 'ETH', txId: '0x2', step: 'swap' };
    const boosted = {
      ...api,
      events: [...api.events, { seq: 9, at: '', type: 'attempt_boosted', data }],
    };
    const seen = { outgoing: [paid, child], received: 49n };
    expect(counted(auditOf({ ...seen, api: boosted }))).toEqual({ paidOnce: 1 });
    expect(counted(auditOf({ ...seen, api }))).toEqual({ paidOnce: 1, unexplained: 1 });
  });

  it('without the step where the journal was set back, and for the spenders of quotes all the same', () => {
    const forgetful = answerOf('settled', [{ txId: '0x1' }], { spender });
    expect(counted(found({}, { api: forgetful, restored: true }))).toEqual({ paidOnce: 1 });
    expect(counted(found({ spender: '0x0b' }, { api: forgetful, restored: true }))).toEqual({
      paidOnce: 1,
      unexplained: 1,
    });
    // One transaction, and one thing that nobody explains.
    expect(counted(found({}, { api: forgetful }))).toEqual({ paidOnce: 1, unexplained: 1 });
  });

  it('without a quote where all of the job was forgotten, as far as its amount goes, and of its token only', () => {
    const told = answerOf('needs_review', [], { fundsState: 'unknown', code: 'JOURNAL_WENT_BACK' });
    const shortened = {
      ...told,
      events: told.events.filter(({ type }) => type !== 'quote_recorded'),
    };
    const given = { api: shortened, restored: true };
    expect(counted(found({}, given))).toEqual({ needsReview: 1, forPersons: 1 });
    const waiting = { needsReview: 1, forPersons: 1, unexplained: 1 };
    expect(counted(found({ amount: job.amount + 1n }, given))).toEqual(waiting);
    expect(counted(found({ token: '0x00000000000000000000000000000000000000C2' }, given))).toEqual(
      waiting,
    );
    expect(counted(found({ spender: '0x0b' }, { ...given, api: told }))).toEqual(waiting);
  });
});

describe('an audit explains outgoing transactions', () => {
  const api = answerOf('settled', [{ txId: '0x1' }]);
  const stray = paymentOf(job, '0x9', { paid: [{ token: usdc, amount: 3n }], deposits: [] });

  it('by the steps that the API shows', () => {
    const approve = paymentOf(job, '0x2', { paid: [], deposits: [] });
    const known = answerOf('settled', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    expect(counted(auditOf({ outgoing: [paid, approve], received: 48n, api: known }))).toEqual({
      paidOnce: 1,
    });
    const found = auditOf({ outgoing: [paid, approve], received: 48n, api });
    expect(counted(found)).toEqual({ paidOnce: 1, unexplained: 1 });
    expect(found.findings).toEqual(['unexplained: 0x2 of treasury on ETH']);
  });

  it('but no money by a step alone, where it is not what a job pays', () => {
    const known = answerOf('settled', [{ txId: '0x1' }, { txId: '0x9', nonce: 1 }]);
    for (const restored of [false, true]) {
      expect(
        counted(auditOf({ outgoing: [paid, stray], received: 48n, api: known, restored })),
      ).toEqual({
        paidOnce: 1,
        unexplained: 1,
      });
    }
  });

  it('by someone else who was meant to send', () => {
    const found = auditOf({
      outgoing: [paid, stray],
      received: 48n,
      api,
      foreign: [{ chain: 'ETH', wallet: 'treasury', txId: '0x9' }],
    });
    expect(counted(found)).toEqual({ paidOnce: 1 });
  });

  it('by the jobs alone where the journal was set back, but not what is nobody’s', () => {
    const forgetful = answerOf('settled', []);
    expect(
      counted(auditOf({ outgoing: [paid], received: 48n, api: forgetful, restored: true })),
    ).toEqual({
      paidOnce: 1,
    });
    expect(
      counted(auditOf({ outgoing: [paid, stray], received: 48n, api: forgetful, restored: true })),
    ).toEqual({
      paidOnce: 1,
      unexplained: 1,
    });
  });
});

describe('an audit finds gaps among the nonces', () => {
  it('that were signed, and that nothing in the pool is about to use', () => {
    const api = answerOf('executing', [
      { txId: '0x1' },
      { txId: '0x2', nonce: 1 },
      { txId: '0x3', nonce: 2 },
    ]);
    const found = auditOf({ outgoing: [paid], api, next: 1, pooled: [2] });
    expect(counted(found)).toEqual({ open: 1, nonceGaps: 1 });
    expect(found.findings).toContain('nonce gap: 1 of treasury on ETH');
  });

  it('but not where what is waited for is in the pool', () => {
    const api = answerOf('executing', [{ txId: '0x1' }, { txId: '0x2', nonce: 1 }]);
    expect(counted(auditOf({ outgoing: [paid], api, next: 1, pooled: [1] }))).toEqual({ open: 1 });
  });
});

describe('an audit finds what waited for an approval', () => {
  const entry = (type: string, reason: string, items?: unknown) => ({
    seq: 9,
    type,
    at: '2026-01-01T00:00:00.000Z',
    data: { to: 'awaiting_approval', reason: { code: 'APPROVAL_NEEDED', message: reason }, items },
  });
  const items = [{ rule: 'G10' }];

  it('and still does', () => {
    const api = answerOf('awaiting_approval', [], { fundsState: 'untouched' });
    const events = [entry('state_changed', 'G10: a new receiver', items)];
    const found = auditOf({ api: { ...api, events } });
    expect(counted(found)).toEqual({ needsReview: 1, held: 1 });
    expect(found.findings).toContain('held: swap swap-1, job-1: G10: a new receiver');
  });

  it('and was paid all the same, in each of its swaps', () => {
    const first = answerOf('cancelled', [], { id: 'swap-0', fundsState: 'untouched' });
    const events = [entry('state_changed', 'so it was', items), entry('state_changed', 'no hold')];
    const api = answerOf('settled', [{ txId: '0x1' }], { earlier: [{ ...first, events }] });
    const replaced = entry('approval_requested', 'a fee', items);
    const found = auditOf({
      outgoing: [paid],
      received: 49n,
      api: { ...api, events: [...api.events, replaced] },
    });
    expect(counted(found)).toEqual({ paidOnce: 1, held: 2 });
  });
});
