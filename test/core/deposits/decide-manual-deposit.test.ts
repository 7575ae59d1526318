import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { Deposit, DepositPayment } from '../../../src/core/deposits/deposit.ts';
import { judgeCancel } from '../../../src/core/operator/judge-cancel.ts';
import { judgeRetry } from '../../../src/core/operator/judge-retry.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Order, Snapshot, Swap } from '../../../src/core/swap/swap.ts';
import { decideAt, failed, none } from '../../support/decide-at.ts';
import { aJob, anOrder, aSnapshot, aSwap, noon, target } from '../../support/snapshot.ts';

const job = aJob({ flow: 'deposit-by-hand' });
const until = noon + 60_000;
const deposit: Deposit = { address: target, amount: job.amount, memo: '0042', exchangeId: 'X-1' };
const order = (change: Partial<Order> = {}): Order =>
  anOrder({
    requestedAt: noon - 500,
    transaction: { family: 'evm', to: target, data: '0x', value: 0n },
    signBy: noon + 30_000,
    goodUntil: until,
    deposit,
    depositAnchor: 90n,
    depositSeenUntil: until,
    ...change,
  });
const payment = (change: Partial<DepositPayment> = {}): DepositPayment => ({
  txId: '0xaa',
  index: 3,
  amount: job.amount,
  memo: '0042',
  block: { number: 100n, hash: '0xb' },
  final: true,
  at: noon - 100,
  ...change,
});
const shown = (
  state: Swap['state'],
  manualPayments: DepositPayment[] = [],
  change: Partial<Swap> = {},
  of: Order = order(),
): Snapshot => aSnapshot({ swap: aSwap({ job, state, ...change }), order: of, manualPayments });
const status = (name: string, at = noon) => ({ status: name, at, firstAskedAt: at, since: at });

describe('a deposit that a person pays', () => {
  it('is shown once the order is known, and Ferryman signs nothing for it', () => {
    const decision = decideAt(shown('quoted'));
    expect(decision).toMatchObject({
      kind: 'transition',
      state: 'awaiting_deposit',
      fundsState: 'untouched',
    });
    expect(decideAt(shown('quoted', [], {}, order({ minOut: 1n }))).kind).not.toBe('transition');
  });

  it('waits in no lane, since the wallet signs nothing', () => {
    const { hasSlot: _none, ...snapshot } = aSnapshot({ swap: aSwap({ job }) });
    expect(decideAt(snapshot).kind).toBe('quote');
  });

  it('is awaited until its time is over; then its provider is polled once more, and the swap ends unpaid', () => {
    const waiting = shown('awaiting_deposit');
    expect(decideAt(waiting)).toMatchObject({ kind: 'wait', delay: 60_000 });
    expect(decideAt(waiting, none, until)).toEqual({ kind: 'poll_status' });
    const asked = (name: string) =>
      shown('awaiting_deposit', [], { routerStatus: status(name, until) });
    for (const name of ['NOT_FOUND', 'PENDING', 'FAIL', 'SOMETHING_NEW']) {
      expect(decideAt(asked(name), none, until), name).toMatchObject({
        kind: 'transition',
        state: 'expired',
        fundsState: 'untouched',
        reason: { code: 'DEPOSIT_NOT_SEEN' },
      });
    }
    // Not every node shows a payment that a contract forwarded.
    expect(decideAt(asked('SUCCESS'), none, until)).toMatchObject({
      state: 'settling',
      fundsState: 'in_flight',
    });
  });

  it('is not shown while its wallet is frozen', () => {
    const stopped = { code: 'WALLET_FROZEN', message: 'x' };
    expect(decideAt({ ...shown('quoted'), stopped })).toMatchObject({
      state: 'needs_review',
      reason: stopped,
    });
    const frozen = shown('needs_review', [], { reason: stopped });
    expect(decideAt({ ...frozen, stopped }).kind).toBe('wait');
    expect(decideAt(frozen)).toMatchObject({ state: 'awaiting_deposit' });
    // The deposit was not shown, and its time is over.
    expect(decideAt({ ...frozen, stopped }, none, until)).toMatchObject({
      state: 'awaiting_deposit',
    });
  });

  it('does not end as unpaid while its chain cannot be read', () => {
    const { depositSeenUntil: _, ...never } = order();
    for (const of of [never, order({ depositSeenUntil: until - 1 })]) {
      const waiting = shown('awaiting_deposit', [], { routerStatus: status('PENDING', until) }, of);
      expect(decideAt(waiting, none, until + policy.reviewAfter)).toMatchObject({
        kind: 'wait',
        reason: { code: 'DEPOSIT_NOT_LOOKED_FOR' },
      });
    }
  });

  it('is never `untouched` again once its provider has reported it', () => {
    const since = until + policy.reviewAfter;
    for (const name of ['PENDING', 'LONG_PENDING', 'NOT_FOUND', 'FAIL', 'SOMETHING_NEW']) {
      for (const change of [
        { state: 'settling', fundsState: 'in_flight' },
        {
          state: 'needs_review',
          fundsState: 'in_flight',
          reason: { code: 'ROUTER_STATUS_NEEDS_PERSON', message: 'x' },
        },
        {
          state: 'needs_review',
          fundsState: 'unknown',
          reason: { code: 'SETTLEMENT_DISPUTED', message: 'x' },
        },
      ] as const) {
        const swap = { ...change, routerStatus: status(name, since) };
        const decision = decideAt(shown(change.state, [], swap), none, since);
        expect(decision, `${name} ${change.state}`).not.toMatchObject({ fundsState: 'untouched' });
        expect(decision, `${name} ${change.state}`).not.toMatchObject({
          state: 'awaiting_deposit',
        });
      }
    }
  });

  it('moves to review if it does not become final, and goes on if it does', () => {
    const seen = payment({ final: false });
    const overdue = seen.at + policy.reviewAfter;
    const reason = { code: 'DEPOSIT_NOT_FINAL', message: 'x' };
    expect(decideAt(shown('confirming', [seen]), none, overdue - 1).kind).toBe('wait');
    expect(decideAt(shown('confirming', [seen]), none, overdue)).toMatchObject({
      kind: 'transition',
      state: 'needs_review',
      fundsState: 'in_flight',
      reason: { code: reason.code },
    });
    const review = (payments: DepositPayment[], change: Partial<Swap> = {}): Snapshot =>
      shown('needs_review', payments, { fundsState: 'in_flight', reason, ...change });
    // Its provider may have observed more.
    expect(decideAt(review([seen]), none, overdue)).toEqual({ kind: 'poll_status' });
    expect(decideAt(review([payment()]))).toMatchObject({
      state: 'settling',
      fundsState: 'in_flight',
    });
    expect(decideAt(review([payment({ amount: 5n })]))).toMatchObject({
      state: 'needs_review',
      reason: { code: 'DEPOSIT_SHORT' },
    });
    expect(decideAt(review([]))).toMatchObject({
      state: 'awaiting_deposit',
      fundsState: 'untouched',
    });
  });

  it('does not count before its block is final, and is awaited again after a reorg', () => {
    const seen = payment({ final: false });
    expect(decideAt(shown('awaiting_deposit', [seen]))).toMatchObject({
      state: 'confirming',
      fundsState: 'in_flight',
    });
    expect(decideAt(shown('confirming', [seen])).kind).toBe('wait');
    expect(decideAt(shown('confirming'))).toMatchObject({
      state: 'awaiting_deposit',
      fundsState: 'untouched',
    });
    // At any time: a payment in flight is not given up.
    expect(decideAt(shown('confirming', [seen]), none, until + 1).kind).toBe('wait');
  });

  it('is followed by its provider’s status, and verified on the payout chain', () => {
    expect(decideAt(shown('confirming', [payment()]))).toMatchObject({
      state: 'settling',
      fundsState: 'in_flight',
    });
    expect(decideAt(shown('settling', [payment()]))).toEqual({ kind: 'poll_status' });
    const told = (name: string) => shown('settling', [payment()], { routerStatus: status(name) });
    expect(decideAt(told('SUCCESS'))).toEqual({ kind: 'find_settlement', look: 'payout' });
    expect(decideAt(told('REVERTED'))).toEqual({ kind: 'find_settlement', look: 'refund' });
    expect(decideAt(told('FAIL'))).toEqual({ kind: 'find_settlement', look: 'refund_or_payout' });
    expect(decideAt(told('PENDING')).kind).toBe('wait');
    // There is no refund for Ferryman to fetch.
    expect(decideAt(told('REVERT'))).toMatchObject({ state: 'needs_review' });
  });

  it.each<[string, Partial<Omit<DepositPayment, 'memo'>> & { memo?: string | undefined }, string]>([
    ['too little', { amount: job.amount - 1n }, 'DEPOSIT_SHORT'],
    ['too much', { amount: job.amount + 1n }, 'DEPOSIT_OVER'],
    ['too late', { at: until + 1 }, 'DEPOSIT_LATE'],
    ['without its memo', { memo: undefined }, 'DEPOSIT_WITHOUT_MEMO'],
    ['with another memo', { memo: '42' }, 'DEPOSIT_WITHOUT_MEMO'],
  ])('wants a person where it is wrong: %s', (_what, change, code) => {
    const { memo, ...rest } = { ...payment(), ...change };
    const wrong: DepositPayment = { ...rest, ...(memo === undefined ? {} : { memo }) };
    for (const state of ['awaiting_deposit', 'confirming'] as const) {
      expect(decideAt(shown(state, [{ ...wrong, final: false }])).kind).not.toBe('poll_status');
    }
    expect(decideAt(shown('confirming', [wrong]))).toMatchObject({
      kind: 'transition',
      state: 'needs_review',
      fundsState: 'in_flight',
      reason: { code },
    });
    // It is still followed, and reports why it waits.
    const reason = { code, message: 'x' };
    expect(decideAt(shown('needs_review', [wrong], { reason }))).toEqual({ kind: 'poll_status' });
    const kept = shown('needs_review', [wrong], { reason, routerStatus: status('KYC_REQUIRED') });
    expect(decideAt(kept).kind).toBe('wait');
    const refunded = shown('needs_review', [wrong], { reason, routerStatus: status('REVERTED') });
    expect(decideAt(refunded)).toEqual({ kind: 'find_settlement', look: 'refund' });
  });

  it('counts the first correct payment, whatever came before it', () => {
    const short = payment({ txId: '0x01', amount: 999_999_999n });
    const right = payment({ txId: '0x02', block: { number: 101n, hash: '0xc' } });
    const reason = { code: 'DEPOSIT_SHORT', message: 'x' };
    expect(decideAt(shown('needs_review', [right, short], { reason }))).toMatchObject({
      state: 'settling',
    });
  });

  it('is never requested at another address once it was shown, whatever fails', () => {
    for (const state of ['awaiting_deposit', 'confirming', 'settling', 'needs_review'] as const) {
      for (const next of ['requote', 'stop', 'retry'] as const) {
        const decision = decideAt(
          shown(state, [payment()]),
          failed(next),
          noon + 10 * policy.reviewAfter,
        );
        expect(decision.kind, `${state} ${next}`).toBe('wait');
      }
    }
  });

  it('settles by the payout found, even if only the provider reported the deposit', () => {
    const leg = {
      chain: 'ETH',
      txId: '0x9',
      index: 1,
      token: 'x',
      amount: 400n,
      role: 'payout',
      level: 'verified',
    } as const;
    const found = {
      kind: 'settlement',
      finding: { kind: 'found', legs: [leg], level: 'verified' },
    } as const;
    for (const payments of [[payment()], []]) {
      const settling = shown('settling', payments, { routerStatus: status('SUCCESS') });
      expect(decideAt(settling, found)).toMatchObject({
        kind: 'settle',
        end: { state: 'settled' },
      });
    }
  });
});

describe('a retry of a manual deposit', () => {
  it('ends unpaid if the retried swap was paid after all, unless it was paid itself', () => {
    const paidBefore = 's-0' as SwapId;
    for (const state of ['requested', 'quoted', 'awaiting_deposit'] as const) {
      expect(decideAt({ ...shown(state), paidBefore }), state).toMatchObject({
        kind: 'transition',
        state: 'cancelled',
        fundsState: 'untouched',
        reason: { code: 'PAID_BEFORE' },
      });
    }
    expect(decideAt({ ...shown('settling', [payment()]), paidBefore }).kind).toBe('poll_status');
  });
});

describe('cancel and retry of a manual deposit', () => {
  it('are refused once it was observed or reported', () => {
    for (const snapshot of [
      shown('confirming', [payment({ final: false })], { fundsState: 'in_flight' }),
      shown('settling', [], { fundsState: 'in_flight' }),
    ]) {
      expect(judgeCancel(snapshot).kind).toBe('refused');
      expect(judgeRetry(snapshot, policy).kind).toBe('refused');
    }
  });

  it('before it is paid it can be cancelled, but not requested at a second address', () => {
    expect(judgeCancel(shown('awaiting_deposit'))).toEqual({ kind: 'end' });
    expect(judgeRetry(shown('awaiting_deposit'), policy)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'PAYMENT_MAY_LAND' },
    });
    const ended = aSnapshot({ swap: aSwap({ job, state: 'expired' }) });
    expect(judgeRetry(ended, policy)).toEqual({ kind: 'new_swap' });
  });

  it('does not end it if its provider reports it while the cancel request is open', () => {
    const asked = { cancelRequestedAt: noon - 10 };
    expect(decideAt(shown('awaiting_deposit', [], asked))).toMatchObject({ state: 'cancelled' });
    const told = {
      ...asked,
      fundsState: 'in_flight',
      routerStatus: status('KYC_REQUIRED'),
    } as const;
    for (const state of ['settling', 'needs_review'] as const) {
      expect(decideAt(shown(state, [], told))).not.toMatchObject({ state: 'cancelled' });
    }
  });

  it('are refused for a swap that was reopened after its end', () => {
    for (const endedAs of ['settled', 'expired', 'cancelled', 'failed'] as const) {
      const again = aSnapshot({ swap: aSwap({ job, state: 'needs_review', endedAs }) });
      expect(judgeCancel(again).kind, endedAs).toBe('refused');
      expect(judgeRetry(again, policy).kind, endedAs).toBe('refused');
      expect(decideAt(again).kind, endedAs).toBe('done');
    }
  });
});
