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
  included,
  noon,
} from '../../support/snapshot.ts';

const goodUntil = noon + 10 * policy.bumpAfter;

/** A payment under way, signed at noon, whose order is good for ten bumps. */
function stuck(
  attempts: Attempt[],
  lease: Partial<Lease> = {},
  change: Partial<Snapshot> = {},
): Snapshot {
  const order = aReadyOrder({ goodUntil });
  return aSnapshot({
    swap: aSwap({ state: 'executing', fundsState: 'in_flight' }),
    order,
    steps: [aStep({ orderId: order.id, lease: aLease(attempts, lease) })],
    ...change,
  });
}

const late = noon + policy.bumpAfter;
const pay = anAttempt({ signedAt: noon, sentAt: late });

describe('a transaction that is not included', () => {
  it('is sent again before it is made dearer, and then made dearer', () => {
    expect(decideAt(stuck([{ ...pay, sentAt: noon }]), none, late).kind).toBe('broadcast');
    expect(decideAt(stuck([pay]), none, late - 1)).toMatchObject({ kind: 'wait', delay: 1 });
    expect(decideAt(stuck([pay]), none, late).kind).toBe('bump');
  });

  it('is made dearer again only when the dearer one was not included in time either', () => {
    const bump = anAttempt({ seq: 2, kind: 'bump', txId: '0xbb', signedAt: late, sentAt: late });
    expect(decideAt(stuck([pay, bump]), none, late)).toMatchObject({
      kind: 'wait',
      reason: { code: 'INCLUSION_LATE' },
    });
    const later = late + policy.bumpAfter;
    expect(decideAt(stuck([pay, { ...bump, sentAt: later }]), none, later).kind).toBe('bump');
  });

  it('waits for a lower nonce of its wallet, which is made dearer first', () => {
    expect(decideAt(stuck([pay], { heldUpBy: 3n }), none, late)).toMatchObject({
      kind: 'wait',
      reason: { code: 'INCLUSION_LATE', message: expect.stringContaining('nonce 3') },
    });
  });

  it('is not signed anew while signing is stopped, and cancelled all the same', () => {
    const stopped = { code: 'SIGNING_STOPPED', message: 'kill switch' };
    expect(decideAt(stuck([pay], {}, { stopped }), none, late).kind).toBe('wait');
    expect(decideAt(stuck([pay], {}, { stopped }), none, goodUntil).kind).toBe('cancel');
  });

  it('is sent no later than it may be included as it was meant; what takes it back, however late', () => {
    expect(decideAt(stuck([{ ...pay, sentAt: noon }]), none, late)).toMatchObject({
      until: goodUntil,
    });
    const cancel = anAttempt({ seq: 2, kind: 'cancel', txId: '0xdd', signedAt: late });
    expect(decideAt(stuck([pay, cancel]), none, late)).not.toHaveProperty('until');
  });

  it('has the ones before it sent where nobody takes it, if it has more coins than these', () => {
    const bump = anAttempt({ seq: 2, kind: 'bump', txId: '0xbb', signedAt: late });
    const third = anAttempt({ seq: 3, kind: 'bump', txId: '0xcc', signedAt: late });
    const cancel = anAttempt({ seq: 3, kind: 'cancel', txId: '0xdd', signedAt: late });
    const coins: Partial<Lease> = {
      terms: { kind: 'outpoints', outpoints: [`${'a'.repeat(64)}:0`] },
    };
    expect(decideAt(stuck([pay, bump, third], coins), none, late)).toMatchObject({
      kind: 'broadcast',
      attempt: { txId: '0xcc' },
      otherwise: [{ txId: '0xbb' }, { txId: pay.txId }],
    });
    expect(decideAt(stuck([pay], coins), none, late + policy.resendAfter)).not.toHaveProperty(
      'otherwise',
    );
    // What is taken back is not sent again, and a nonce is all that its attempts need.
    expect(decideAt(stuck([pay, bump, cancel], coins), none, late)).not.toHaveProperty('otherwise');
    expect(decideAt(stuck([pay, bump]), none, late)).not.toHaveProperty('otherwise');
  });

  it('is sped up again only when the child did not help in time either', () => {
    const boost = { txId: '0xcc', bytes: '0x03', fee: pay.fee, signedAt: late };
    const coins: Partial<Lease> = {
      terms: { kind: 'outpoints', outpoints: [`${'a'.repeat(64)}:0`] },
    };
    expect(decideAt(stuck([pay], coins), none, late).kind).toBe('bump');
    expect(decideAt(stuck([{ ...pay, boost }], coins), none, late).kind).toBe('wait');
    const later = late + policy.bumpAfter;
    expect(decideAt(stuck([{ ...pay, boost, sentAt: later }], coins), none, later).kind).toBe(
      'bump',
    );
    expect(decideAt(stuck([{ ...pay, boost, sentAt: later }], coins), none, goodUntil).kind).toBe(
      'cancel',
    );
  });

  it('that cannot be made dearer is sent on, and cancelled in time', () => {
    const reason = { code: 'INCLUSION_LATE', message: 'nothing comes back' };
    const told = { kind: 'not_raised', reason } as const;
    expect(decideAt(stuck([pay]), told, late)).toEqual({
      kind: 'wait',
      delay: policy.resendAfter,
      failed: false,
      reason,
    });
    expect(decideAt(stuck([{ ...pay, sentAt: noon }]), told, late).kind).toBe('broadcast');
    expect(decideAt(stuck([pay]), told, goodUntil).kind).toBe('cancel');
  });

  it('is cancelled at the end of its order, however often it was made dearer and whatever is before it', () => {
    const bump = anAttempt({
      seq: 2,
      kind: 'bump',
      signedAt: goodUntil - 1,
      sentAt: goodUntil - 1,
    });
    expect(decideAt(stuck([pay, bump], { heldUpBy: 3n }), none, goodUntil).kind).toBe('cancel');
  });

  it('cancels at a higher fee where the cancel is stuck, once nothing is before it', () => {
    const cancel = anAttempt({
      seq: 2,
      kind: 'cancel',
      signedAt: goodUntil,
      sentAt: goodUntil + policy.bumpAfter,
    });
    const now = goodUntil + policy.bumpAfter;
    expect(decideAt(stuck([pay, cancel]), none, now).kind).toBe('cancel');
    expect(decideAt(stuck([pay, cancel], { heldUpBy: 3n }), none, now).kind).toBe('wait');
  });

  it('cancels an approval by the time of its first signature: making it dearer gives it no more time', () => {
    const bump = anAttempt({ seq: 2, kind: 'bump', signedAt: late, sentAt: late });
    const steps = [aStep({ kind: 'approve', lease: aLease([pay, bump]) })];
    const end = noon + policy.inclusionWithin;
    expect(
      decideAt(stuck([], {}, { steps }), none, end - policy.inclusionWithin / 2).kind,
    ).not.toBe('cancel');
    expect(decideAt(stuck([], {}, { steps }), none, end).kind).toBe('cancel');
  });

  it('is left alone once it is included', () => {
    const seen = anAttempt({ signedAt: noon, sentAt: noon, inclusion: included });
    expect(decideAt(stuck([seen], {}), none, goodUntil)).toMatchObject({
      kind: 'transition',
      state: 'confirming',
    });
  });
});
