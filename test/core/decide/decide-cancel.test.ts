import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { Snapshot, SwapState } from '../../../src/core/swap/swap.ts';
import { decideAt, failed, none } from '../../support/decide-at.ts';
import {
  aJob,
  aLandedPayment,
  aLease,
  anAttempt,
  aPaidSnapshot,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  final,
  included,
  noon,
  usdc,
} from '../../support/snapshot.ts';

const unwanted = (change: Partial<Snapshot['swap']> = {}) =>
  aSwap({ state: 'executing', fundsState: 'in_flight', cancelRequestedAt: noon - 1, ...change });
const paid = (attempts = [anAttempt()], change: Partial<Snapshot> = {}) =>
  aPaidSnapshot(attempts, { swap: unwanted(), ...change });
const cancel = anAttempt({ seq: 2, kind: 'cancel', txId: '0xcc', signedAt: noon });

describe('a swap with a cancel request', () => {
  it.each<SwapState>(['requested', 'quoted', 'needs_review', 'awaiting_approval'])(
    'is cancelled from %s while nothing is paid, whatever stops signing and whatever just failed',
    (state) => {
      const stopped = { code: 'WALLET_FROZEN', message: 'frozen' };
      const snapshot = aSnapshot({ swap: unwanted({ state }), order: aReadyOrder(), stopped });
      for (const observation of [none, failed('retry'), failed('stop'), failed('review')]) {
        expect(decideAt(snapshot, observation)).toMatchObject({
          kind: 'transition',
          state: 'cancelled',
          fundsState: 'untouched',
          reason: { code: 'CANCELLED' },
        });
      }
    },
  );

  it('neither sends nor resends a payment: it signs the cancel under the same lease', () => {
    expect(decideAt(paid())).toMatchObject({ kind: 'cancel', step: { id: 'p-1' } });
    const sent = anAttempt({ sentAt: noon - policy.resendAfter, inclusion: { status: 'pending' } });
    expect(decideAt(paid([sent])).kind).toBe('cancel');
  });

  it('sends the cancel while signing is stopped, and signs no second one', () => {
    const stopped = { code: 'SIGNING_STOPPED', message: 'kill switch' };
    expect(decideAt(paid([anAttempt()], { stopped })).kind).toBe('cancel');
    expect(decideAt(paid([anAttempt({ sentAt: noon }), cancel], { stopped }))).toMatchObject({
      kind: 'broadcast',
      attempt: { kind: 'cancel' },
    });
    expect(decideAt(paid([anAttempt({ sentAt: noon }), { ...cancel, sentAt: noon }])).kind).toBe(
      'wait',
    );
  });

  it('signs the cancel after a pause when it failed before', () => {
    const snapshot = paid([anAttempt({ sentAt: noon })]);
    expect(decideAt(snapshot, failed('retry'))).toMatchObject({ kind: 'wait', failed: true });
    expect(decideAt(snapshot).kind).toBe('cancel');
  });

  it('leaves a payment that is on its chain alone, until a reorg takes it back', () => {
    const seen = anAttempt({ sentAt: noon, inclusion: included });
    expect(decideAt(paid([seen])).kind).toBe('transition');
    const confirming = { swap: unwanted({ state: 'confirming' }) };
    expect(decideAt(paid([seen], confirming)).kind).toBe('wait');
    expect(decideAt(paid([{ ...seen, inclusion: final }], confirming)).kind).toBe('prove');
    const lost = { ...seen, inclusion: { status: 'pending' } as const };
    expect(decideAt(paid([lost], confirming))).toMatchObject({
      kind: 'transition',
      state: 'executing',
    });
    expect(decideAt(paid([lost])).kind).toBe('cancel');
  });

  it.each(['dead', 'reverted_final'] as const)(
    'is cancelled once its payment is proven %s, and not failed',
    (outcome) => {
      const lease = aLease([anAttempt(), { ...cancel, inclusion: final }], { state: 'consumed' });
      for (const state of ['executing', 'settling', 'needs_review'] as const) {
        const swap = unwanted({ state, job: aJob({ deadline: noon }) });
        expect(decideAt(paid([], { swap, steps: [aStep({ outcome, lease })] }))).toMatchObject({
          kind: 'transition',
          state: 'cancelled',
          fundsState: 'untouched',
        });
      }
    },
  );

  it('goes on like any other where the payment was quicker', () => {
    const swap = unwanted({ state: 'settling' });
    expect(decideAt(paid([], { swap, steps: [aLandedPayment()] })).kind).toBe('find_settlement');
  });

  it('follows an approve to its end first, and resends it if necessary: it may serve other swaps', () => {
    const approve = aStep({
      kind: 'approve',
      allowance: { token: usdc, spender: '0x1', value: 1n },
      lease: aLease([anAttempt({ sentAt: noon - policy.resendAfter })]),
    });
    const swap = unwanted({ state: 'quoted', fundsState: 'untouched' });
    expect(decideAt(aSnapshot({ swap, order: aReadyOrder(), steps: [approve] })).kind).toBe(
      'broadcast',
    );
    const progressed = {
      ...approve,
      lease: aLease([anAttempt({ inclusion: included, progressed: true })]),
    };
    expect(decideAt(aSnapshot({ swap, order: aReadyOrder(), steps: [progressed] }))).toMatchObject({
      kind: 'wait',
      reason: { code: 'CANCEL_PENDING' },
    });
  });

  it('waits for a person if an external transaction used the nonce', () => {
    const steps = [aStep({ outcome: 'dead', lease: aLease([anAttempt()], { state: 'dead' }) })];
    expect(decideAt(paid([], { steps }))).toMatchObject({
      state: 'needs_review',
      fundsState: 'unknown',
    });
  });
});
