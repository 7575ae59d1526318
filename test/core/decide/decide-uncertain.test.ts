import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/decide/decide.ts';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import { judgeRetry } from '../../../src/core/operator/judge-retry.ts';
import type { Step, SwapState } from '../../../src/core/swap/swap.ts';
import { decideAt, failed, none } from '../../support/decide-at.ts';
import {
  aLandedPayment,
  aLease,
  anAttempt,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  included,
  noon,
} from '../../support/snapshot.ts';

/** A payment that is proven reverted. */
function failedPayment(change: Partial<Step> = {}, lease: { doubt?: 'shown' | 'gone' } = {}): Step {
  return aStep({
    outcome: 'reverted_final',
    lease: aLease([anAttempt()], { state: 'consumed', ...lease }),
    ...change,
  });
}

const doubted = failedPayment({}, { doubt: 'shown' });

describe('a payment whose proof is in doubt', () => {
  it.each<SwapState>([
    'requested',
    'quoted',
    'executing',
    'settling',
    'needs_review',
    'settled',
    'failed',
    'cancelled',
  ])('is proven again before anything else, where its swap is %s', (state) => {
    const fundsState = 'untouched' as const;
    const snapshot = aSnapshot({
      swap: aSwap({ state, fundsState }),
      order: aReadyOrder(),
      steps: [doubted],
    });
    expect(decideAt(snapshot, none, noon)).toEqual({ kind: 'prove', step: doubted });
  });

  it('is proven again if an external transaction was proven to have used its nonce', () => {
    const step = aStep({
      outcome: 'dead',
      lease: aLease([anAttempt()], { state: 'dead', doubt: 'shown' }),
    });
    expect(decideAt(aSnapshot({ steps: [step] }), none, noon)).toEqual({ kind: 'prove', step });
    expect(
      decideAt(
        aSnapshot({ steps: [{ ...step, lease: aLease([anAttempt()], { state: 'dead' }) }] }),
        none,
        noon,
      ),
    ).toMatchObject({ reason: { code: 'LEASE_USED_BY_STRANGER' } });
  });

  it.each<SwapState>(['executing', 'failed'])(
    'is proven later where no endpoint answers, in state %s',
    (state) => {
      const snapshot = aSnapshot({
        swap: aSwap({ state, fundsState: 'in_flight' }),
        steps: [doubted],
      });
      expect(decideAt(snapshot, failed('retry'), noon)).toMatchObject({
        kind: 'wait',
        failed: true,
      });
    },
  );

  it('is not paid again by a retry meanwhile', () => {
    const swap = aSwap({ state: 'failed', fundsState: 'untouched' });
    expect(judgeRetry(aSnapshot({ swap, steps: [failedPayment()] }), policy)).toEqual({
      kind: 'new_swap',
    });
    expect(judgeRetry(aSnapshot({ swap, steps: [doubted] }), policy)).toMatchObject({
      refusal: { code: 'PAYMENT_MAY_LAND' },
    });
  });
});

describe('a payment about which two proofs contradict each other', () => {
  const disputed = failedPayment({ disputed: true });

  it('is left to a person, and the swap signs nothing more', () => {
    const swap = aSwap({ state: 'executing', fundsState: 'in_flight' });
    expect(
      decideAt(aSnapshot({ swap, order: aReadyOrder(), steps: [disputed] }), none, noon),
    ).toMatchObject({
      ...{ kind: 'transition', state: 'needs_review', fundsState: 'unknown' },
      reason: { code: 'PROOF_CONTRADICTED' },
    });
  });

  it('keeps the reason that names the transactions', () => {
    const reason = { code: 'PROOF_CONTRADICTED', message: '0xaa landed in block 7' };
    const swap = aSwap({ state: 'needs_review', fundsState: 'unknown', reason });
    for (const steps of [[disputed], [disputed, { ...aLandedPayment(), generation: 2 }]]) {
      expect(decideAt(aSnapshot({ swap, steps }), none, noon)).toEqual({
        ...{ kind: 'wait', delay: policy.retryMax, failed: false },
      });
    }
  });

  it('cancels the payment that was signed in its place while that is in no block', () => {
    const swap = aSwap({ state: 'needs_review', fundsState: 'unknown' });
    const pay = anAttempt({ txId: '0xbb', sentAt: noon });
    const second = (attempt = pay) =>
      aStep({
        id: 'second' as Step['id'],
        generation: 2,
        lease: aLease([attempt], { id: 'second' as never }),
      });
    const order = aReadyOrder({ goodUntil: noon + 1_000_000 });
    const at = (step: Step) =>
      decide(aSnapshot({ swap, order, steps: [disputed, step] }), none, noon, policy).kind;
    expect(at(second())).toBe('cancel');
    expect(at(second({ ...pay, inclusion: included, progressed: true }))).toBe('transition');
  });

  it('is neither ended as unpaid nor retried', () => {
    const swap = aSwap({ state: 'needs_review', fundsState: 'unknown' });
    expect(judgeRetry(aSnapshot({ swap, steps: [disputed] }), policy)).toMatchObject({
      refusal: { code: 'FUNDS_UNKNOWN', message: expect.stringContaining('contradict') },
    });
  });
});
