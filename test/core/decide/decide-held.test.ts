import { describe, expect, it } from 'vitest';
import type { HeldFor, HeldItem } from '../../../src/core/approvals/approval.ts';
import type { Observation } from '../../../src/core/decide/decision.ts';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { Snapshot, Swap } from '../../../src/core/swap/swap.ts';
import { decideAt, none } from '../../support/decide-at.ts';
import {
  aJob,
  aLease,
  anAttempt,
  anOrder,
  aPaidSnapshot,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  noon,
} from '../../support/snapshot.ts';

const minute = 60_000;
const reason = { code: 'APPROVAL_NEEDED', message: 'E02: the policy does not name the target' };
const item: HeldItem = {
  item: { kind: 'provider', provider: 'across' },
  ...{ rule: 'G10', message: 'the policy does not name the provider' },
  known: { facts: {}, simulation: [], block: '1', policy: 'sha256:0' },
};
const judged: Observation = { kind: 'judged', verdict: 'hold', reason, held: [item] };
const rejected = { by: 'API key key_b', reason: 'no', message: 'unknown code' };

const held = (heldFor: HeldFor, change: Partial<Snapshot> = {}, job = aJob()) =>
  aSnapshot({ swap: aSwap({ state: 'awaiting_approval', job, reason }), heldFor, ...change });

describe('a payment that approvers have signed', () => {
  const cooling = { open: 0, notBefore: noon + minute };

  it('waits until the cooling period of its receiver is over, and quotes again then', () => {
    expect(decideAt(held(cooling), none)).toMatchObject({ kind: 'wait', delay: minute });
    const over = decideAt(held({ open: 0, notBefore: noon }), none);
    expect(over).toMatchObject({ kind: 'transition', state: 'requested' });
  });

  it('waits no longer than its deadline', () => {
    const job = aJob({ deadline: noon + 1_000 });
    expect(decideAt(held(cooling, {}, job), none)).toMatchObject({ kind: 'wait', delay: 1_000 });
  });
});

describe('a transaction that the guard holds', () => {
  it('closes the order of an unpaid swap, which waits with the items', () => {
    const quoted = aSnapshot({ swap: aSwap({ state: 'quoted' }), order: aReadyOrder() });
    expect(decideAt(quoted, judged)).toEqual({
      ...{ kind: 'hold', state: 'awaiting_approval', fundsState: 'untouched', reason },
      items: [item],
    });
  });

  it('makes a paid swap wait for a person with its order, and only once', () => {
    const paid = aPaidSnapshot([anAttempt()], { order: anOrder() });
    const settling = {
      ...paid,
      steps: [aStep({ outcome: 'landed', lease: aLease([anAttempt()]) })],
    };
    expect(decideAt(settling, judged)).toMatchObject({
      ...{ kind: 'hold', state: 'needs_review', fundsState: paid.swap.fundsState },
      items: [item],
    });
    const known = { ...settling, swap: { ...settling.swap, state: 'needs_review', reason } };
    expect(decideAt(known as Snapshot, judged).kind).toBe('wait');
  });

  it('is told of once while what it was to replace is followed', () => {
    const paid = aPaidSnapshot([anAttempt()]);
    const decision = decideAt(paid, judged);
    expect(decision).toMatchObject({ kind: 'hold', items: [item] });
    expect(decision).not.toHaveProperty('state');
    const told = { ...paid, swap: { ...paid.swap, reason } };
    expect(decideAt(told, judged).kind).toBe('wait');
  });

  it('is told of again once persons have approved what they were asked for before', () => {
    const steps = [aStep({ kind: 'approve', lease: aLease([anAttempt()]) })];
    const again = { kind: 'hold', fundsState: 'untouched', reason, items: [item] };
    expect(decideAt(held({ open: 0 }, { steps }), judged)).toEqual(again);
    expect(decideAt(held({ open: 1 }, { steps }), judged).kind).toBe('wait');
    expect(decideAt(held({ open: 0, rejected }, { steps }), judged).kind).toBe('wait');
  });
});

describe('a held swap', () => {
  it('waits until its approvals expire, or the deadline of its job passes', () => {
    const job = aJob({ deadline: noon + 30 * minute });
    expect(decideAt(held({ open: 1, expiresAt: noon + 10 * minute }, {}, job))).toMatchObject({
      ...{ kind: 'wait', delay: 10 * minute, failed: false },
    });
    expect(decideAt(held({ open: 1, expiresAt: noon + 60 * minute }, {}, job))).toMatchObject({
      ...{ kind: 'wait', delay: 30 * minute },
    });
    expect(
      decideAt(held({ open: 1, expiresAt: noon + minute }, {}, aJob({ deadline: noon }))),
    ).toMatchObject({ kind: 'transition', state: 'expired', fundsState: 'untouched' });
    // An approval that is shown to end with the deadline.
    expect(
      decideAt(held({ open: 1, expiresAt: noon }, {}, aJob({ deadline: noon }))),
    ).toMatchObject({ kind: 'transition', state: 'expired', fundsState: 'untouched' });
  });

  it('waits beyond the deadline of a job that has set none, and has its time again then', () => {
    const submitted = noon - 40 * minute;
    const job = aJob({ deadline: noon - 10 * minute, deadlineIfHeld: noon + 1_430 * minute });
    const of = (change: Partial<Swap>, heldFor?: HeldFor) =>
      decideAt(
        aSnapshot({
          swap: aSwap({ createdAt: submitted, job, ...change }),
          ...(heldFor ? { heldFor } : {}),
        }),
      );
    const waits = { state: 'awaiting_approval', reason } as const;
    const open = { open: 1, expiresAt: noon + 1_400 * minute };
    expect(of(waits, open)).toMatchObject({ kind: 'wait', delay: 1_400 * minute });
    expect(of(waits, { open: 0 })).toMatchObject({ kind: 'transition', state: 'requested' });
    // A job without a hold keeps to its half an hour, and one that was held has it once more.
    for (const [heldUntil, state] of [
      [undefined, 'expired'],
      [noon - 29 * minute, undefined],
      [noon - 30 * minute, 'expired'],
    ] as const) {
      const decision = of({ state: 'requested', ...(heldUntil ? { heldUntil } : {}) });
      if (state) expect(decision).toMatchObject({ kind: 'transition', state });
      else expect(decision.kind).not.toBe('transition');
    }
    // What was sealed with the job is the end of it, whatever the journal says about holds.
    const late = aJob({ deadline: noon - 60 * minute, deadlineIfHeld: noon });
    for (const change of [waits, { state: 'requested', heldUntil: noon } as const])
      expect(of({ ...change, job: late }, change === waits ? open : undefined)).toMatchObject({
        ...{ kind: 'transition', state: 'expired' },
      });
  });

  it('quotes again once everything is approved', () => {
    expect(decideAt(held({ open: 0 }))).toMatchObject({ kind: 'transition', state: 'requested' });
  });

  it('fails with its funds safe if a person rejects an item, and once it has expired', () => {
    expect(decideAt(held({ open: 1, expiresAt: noon + minute, rejected }))).toMatchObject({
      ...{ kind: 'transition', state: 'failed', fundsState: 'untouched' },
      reason: { code: 'APPROVAL_REJECTED' },
    });
    expect(decideAt(held({ open: 1, expiresAt: noon }))).toMatchObject({
      ...{ state: 'failed', fundsState: 'untouched', reason: { code: 'APPROVAL_EXPIRED' } },
    });
  });

  it('ends only after what it has signed is proven', () => {
    const approve = aStep({ kind: 'approve', lease: aLease([anAttempt()]) });
    const decision = decideAt(held({ open: 0, rejected }, { steps: [approve] }));
    expect(decision).not.toMatchObject({ kind: 'transition' });
  });

  it('is cancelled, whatever persons have decided', () => {
    const swap = aSwap({ state: 'awaiting_approval', reason, cancelRequestedAt: noon });
    for (const heldFor of [{ open: 1, expiresAt: noon + minute }, { open: 0 }])
      expect(decideAt(aSnapshot({ swap, heldFor }))).toMatchObject({ state: 'cancelled' });
  });

  it('is followed on, not ended, if it has paid', () => {
    const paid = aPaidSnapshot([anAttempt()]);
    const review = (heldFor: HeldFor): Snapshot => ({
      ...paid,
      swap: { ...paid.swap, state: 'needs_review', reason },
      steps: [aStep({ outcome: 'landed', lease: aLease([anAttempt()]) })],
      heldFor,
    });
    expect(decideAt(review({ open: 0 }))).toMatchObject({
      ...{ kind: 'transition', state: 'settling', fundsState: paid.swap.fundsState },
    });
    expect(decideAt(review({ open: 0, rejected }))).toMatchObject({
      ...{ state: 'needs_review', reason: { code: 'APPROVAL_REJECTED' } },
    });
  });

  it('asks a person within a day by default', () => {
    expect(policy.approvalWithin).toBe(24 * 60 * minute);
    expect(decideAt(held({ open: 1 }), none)).toMatchObject({ delay: policy.retryMax });
  });
});
