import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { Attempt, Lease, Snapshot } from '../../../src/core/swap/swap.ts';
import { decideAt, none } from '../../support/decide-at.ts';
import {
  aLease,
  anAttempt,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  final,
  included,
  noon,
} from '../../support/snapshot.ts';

/** TRON and Solana: a lease allows one attempt, which lands or expires. */
describe('a payment under a lease that expires', () => {
  const goodUntil = noon + 60_000;
  const lease = (attempt: Attempt, change: Partial<Lease> = {}): Lease =>
    aLease([attempt], { terms: { kind: 'expiry', expires: 1_000n }, ...change });
  const paid = (
    attempt: Attempt,
    change: Partial<Lease> = {},
    swap: Partial<Snapshot['swap']> = {},
  ): Snapshot =>
    aSnapshot({
      swap: aSwap({ state: 'executing', fundsState: 'in_flight', ...swap }),
      order: aReadyOrder(),
      steps: [aStep({ orderId: aReadyOrder().id, lease: lease(attempt, change) })],
    });

  it('is resent repeatedly, and never bumped', () => {
    const sent = paid(anAttempt({ sentAt: noon - policy.resendAfter }));
    expect(decideAt(sent)).toMatchObject({ kind: 'broadcast', attempt: { seq: 1 } });
    const stuck = paid(anAttempt({ signedAt: noon - 2 * policy.bumpAfter, sentAt: noon }));
    expect(decideAt(stuck)).toMatchObject({ kind: 'wait', reason: { code: 'INCLUSION_LATE' } });
  });

  it('is not sent after its order expires, and nothing is signed in its place', () => {
    const late = paid(anAttempt({ sentAt: goodUntil - policy.resendAfter }));
    expect(decideAt(late, none, goodUntil)).toMatchObject({
      kind: 'wait',
      reason: { code: 'INCLUSION_LATE' },
    });
  });

  it('is not sent for the first time after a cancel request, and waits until it expires', () => {
    const unwanted = paid(anAttempt(), {}, { cancelRequestedAt: noon });
    expect(decideAt(unwanted)).toMatchObject({ kind: 'wait', reason: { code: 'INCLUSION_LATE' } });
  });

  it('is proven once it is final, or once it has expired at a final block', () => {
    expect(decideAt(paid(anAttempt({ sentAt: noon, inclusion: final }))).kind).toBe('prove');
    expect(decideAt(paid(anAttempt({ sentAt: noon }), { overAtFinal: true })).kind).toBe('prove');
    expect(
      decideAt(paid(anAttempt({ sentAt: noon, inclusion: included }), { overAtFinal: true })).kind,
    ).toBe('prove');
  });

  it('is paid again only once it is proven expired', () => {
    const expired = paid(anAttempt({ sentAt: noon }), { state: 'expired', overAtFinal: true });
    const dead = {
      ...expired,
      steps: expired.steps.map((step) => ({ ...step, outcome: 'dead' as const })),
    };
    expect(decideAt(dead)).toMatchObject({
      kind: 'close_order',
      reason: { code: 'PAYMENT_CANCELLED' },
    });
    const unwanted = { ...dead, swap: { ...dead.swap, cancelRequestedAt: noon } };
    expect(decideAt(unwanted)).toMatchObject({
      kind: 'transition',
      state: 'cancelled',
      fundsState: 'untouched',
    });
  });
});
