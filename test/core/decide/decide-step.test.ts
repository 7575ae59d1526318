import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { Attempt, Lease, Snapshot } from '../../../src/core/swap/swap.ts';
import { decideAt, failed, none } from '../../support/decide-at.ts';
import {
  aLease,
  anAttempt,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  included,
  noon,
  spender,
  usdc,
} from '../../support/snapshot.ts';

const goodUntil = noon + 10 * policy.bumpAfter;

/** A pending payment, signed at noon, whose order lasts for ten bumps. */
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

describe('an approve that is included', () => {
  const lease = aLease([anAttempt({ inclusion: included, progressed: true })]);
  const approve = aStep({ kind: 'approve', lease });
  const allowance = {
    ...{ token: usdc, spender, signedNeeds: 0n },
    approving: { stepId: approve.id, swapId: aSwap().id },
  };
  const approving = aSnapshot({
    ...{ swap: aSwap({ state: 'quoted' }), order: aReadyOrder(), steps: [approve], allowance },
  });

  it('is read, and not again at once where it could not be read', () => {
    expect(decideAt(approving).kind).toBe('read_allowance');
    expect(decideAt(approving, failed('retry'))).toMatchObject({ kind: 'wait', failed: true });
  });
});

describe('a transaction that is not included', () => {
  it('is resent first, and bumped then', () => {
    expect(decideAt(stuck([{ ...pay, sentAt: noon }]), none, late).kind).toBe('broadcast');
    expect(decideAt(stuck([pay]), none, late - 1)).toMatchObject({ kind: 'wait', delay: 1 });
    expect(decideAt(stuck([pay]), none, late).kind).toBe('bump');
  });

  it('is bumped again only if the bump was not included in time', () => {
    const bump = anAttempt({ seq: 2, kind: 'bump', txId: '0xbb', signedAt: late, sentAt: late });
    expect(decideAt(stuck([pay, bump]), none, late)).toMatchObject({
      kind: 'wait',
      reason: { code: 'INCLUSION_LATE' },
    });
    const later = late + policy.bumpAfter;
    expect(decideAt(stuck([pay, { ...bump, sentAt: later }]), none, later).kind).toBe('bump');
  });

  it('waits for a lower nonce of its wallet, which is bumped first', () => {
    expect(decideAt(stuck([pay], { heldUpBy: 3n }), none, late)).toMatchObject({
      kind: 'wait',
      reason: { code: 'INCLUSION_LATE', message: expect.stringContaining('nonce 3') },
    });
  });

  it('is not bumped while signing is stopped, but cancelled', () => {
    const stopped = { code: 'SIGNING_STOPPED', message: 'kill switch' };
    expect(decideAt(stuck([pay], {}, { stopped }), none, late).kind).toBe('wait');
    expect(decideAt(stuck([pay], {}, { stopped }), none, goodUntil).kind).toBe('cancel');
  });

  it('is not sent after its order expires; its cancel is sent at any time', () => {
    expect(decideAt(stuck([{ ...pay, sentAt: noon }]), none, late)).toMatchObject({
      until: goodUntil,
    });
    const cancel = anAttempt({ seq: 2, kind: 'cancel', txId: '0xdd', signedAt: late });
    expect(decideAt(stuck([pay, cancel]), none, late)).not.toHaveProperty('until');
  });

  it('falls back to the earlier attempts if it has added inputs', () => {
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
    // A cancelled attempt is not resent, and attempts with a nonce need no fallback.
    expect(decideAt(stuck([pay, bump, cancel], coins), none, late)).not.toHaveProperty('otherwise');
    expect(decideAt(stuck([pay, bump]), none, late)).not.toHaveProperty('otherwise');
  });

  it('gets another child only if the first one did not help in time', () => {
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

  it('is resent if it cannot be bumped, and cancelled in time', () => {
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

  it('is cancelled when its order expires, whatever its bumps and the lower nonces', () => {
    const bump = anAttempt({
      seq: 2,
      kind: 'bump',
      signedAt: goodUntil - 1,
      sentAt: goodUntil - 1,
    });
    expect(decideAt(stuck([pay, bump], { heldUpBy: 3n }), none, goodUntil).kind).toBe('cancel');
  });

  it('bumps a stuck cancel, once no lower nonce is before it', () => {
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

  it('cancels an approve by the time of its first signature: a bump does not extend it', () => {
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
