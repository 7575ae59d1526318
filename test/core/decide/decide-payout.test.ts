import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/decide/decide.ts';
import type { Observation } from '../../../src/core/decide/decision.ts';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { Attempt, Snapshot } from '../../../src/core/swap/swap.ts';
import { tonNativeToken } from '../../../src/families/ton/formats/chain.ts';
import { decideAt, failed, none } from '../../support/decide-at.ts';
import {
  aCrossChainJob,
  aLandedPayment,
  aLease,
  anAttempt,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  included,
  noon,
  usdc,
} from '../../support/snapshot.ts';

describe('settling', () => {
  const landed = aLandedPayment();
  const crossChain = aCrossChainJob();
  const settling = (change: Partial<Snapshot['swap']> = {}) =>
    aSnapshot({
      swap: aSwap({ state: 'settling', fundsState: 'in_flight', ...change }),
      order: aReadyOrder(),
      steps: [landed],
    });
  const status = (name: string, firstAskedAt = noon) => ({
    status: name,
    at: noon,
    firstAskedAt,
    since: noon,
  });

  it('reads a same-chain result from our own receipt, once it is final', () => {
    expect(decideAt(settling()).kind).toBe('find_settlement');
    const open = aStep({ lease: aLease([anAttempt({ inclusion: included, progressed: true })]) });
    const token = { ...settling().swap.job.to, token: usdc };
    const tokens = settling({ job: { ...settling().swap.job, to: token } });
    expect(decideAt({ ...tokens, steps: [open] }).kind).toBe('wait');
  });

  it('polls the status of a deposit, on the same chain too: its provider pays out', () => {
    const deposit = settling({ job: { ...settling().swap.job, flow: 'deposit' } });
    const steps = [{ ...landed, kind: 'deposit' as const }];
    expect(decideAt({ ...deposit, steps }).kind).toBe('poll_status');
    const paid = settling({ job: deposit.swap.job, routerStatus: status('SUCCESS') });
    expect(decideAt({ ...paid, steps })).toMatchObject({ kind: 'find_settlement', look: 'payout' });
  });

  it('reads a native payout while its block is fresh, once per block', () => {
    const { block } = included;
    const seen = (change: Partial<Attempt>) =>
      decideAt({
        ...settling(),
        steps: [
          aStep({
            lease: aLease([anAttempt({ inclusion: included, progressed: true, ...change })]),
          }),
        ],
      });
    expect(seen({})).toMatchObject({ kind: 'sight', receiver: settling().swap.job.receiver });
    const transfers = [{ index: -3, token: settling().swap.job.to.token, amount: 400n }];
    expect(seen({ sighting: { block, transfers } }).kind).toBe('wait');
    expect(seen({ sighting: { block: { ...block, hash: '0xreplaced' }, transfers } }).kind).toBe(
      'sight',
    );
    expect(seen({ inclusion: { ...included, succeeded: false } }).kind).toBe('wait');
  });

  it('does not look for native TON payouts in its own transaction', () => {
    const open = aStep({ lease: aLease([anAttempt({ inclusion: included, progressed: true })]) });
    const to = { ...settling().swap.job.to, family: 'ton', token: tonNativeToken } as const;
    const coins = settling({ job: { ...settling().swap.job, to } });
    expect(decideAt({ ...coins, steps: [open] }).kind).toBe('wait');
  });

  it('polls the router at `statusPoll`, and verifies SUCCESS on the chain', () => {
    expect(decideAt(settling({ job: crossChain })).kind).toBe('poll_status');
    expect(decideAt(settling({ job: crossChain, routerStatus: status('PENDING') })).kind).toBe(
      'wait',
    );
    expect(decideAt(settling({ job: crossChain, routerStatus: status('SUCCESS') })).kind).toBe(
      'find_settlement',
    );
    const later = noon + policy.statusPoll;
    expect(
      decideAt(settling({ job: crossChain, routerStatus: status('PENDING') }), none, later).kind,
    ).toBe('poll_status');
  });

  it.each(['KYC_REQUIRED', 'WAITING_FOR_TRUSTLINE', 'WAITING_FOR_REFUND_TRUSTLINE'])(
    'wants a person on %s',
    (name) => {
      const decision = decideAt(settling({ job: crossChain, routerStatus: status(name) }));
      expect(decision).toMatchObject({
        kind: 'transition',
        state: 'needs_review',
        fundsState: 'in_flight',
      });
    },
  );

  it('waits three times the expected duration of a slow order before it looks for an unreported payout', () => {
    const order = aReadyOrder({ expectedDuration: policy.reviewAfter });
    const late = (by: number) => ({
      ...settling({
        job: crossChain,
        routerStatus: status('PENDING', noon - by * policy.reviewAfter),
      }),
      order,
    });
    expect(decideAt(late(2)).kind).toBe('wait');
    expect(decideAt(late(3)).kind).toBe('find_settlement');
  });

  it('goes on from needs_review once the person has acted', () => {
    const told = (name: string) =>
      settling({
        state: 'needs_review',
        reason: { code: 'ROUTER_STATUS_NEEDS_PERSON', message: 'KYC_REQUIRED' },
        job: crossChain,
        routerStatus: status(name),
      });
    expect(decideAt(told('SUCCESS'))).toEqual({
      kind: 'transition',
      state: 'settling',
      fundsState: 'in_flight',
    });
    expect(decideAt(told('KYC_REQUIRED')).kind).toBe('wait');
    expect(decideAt(told('FAIL')).kind).toBe('find_settlement');
  });

  it('treats an unknown status as no evidence until the payout is overdue', () => {
    const unheard = (firstAskedAt: number) =>
      settling({ job: crossChain, routerStatus: status('TELEPORTED', firstAskedAt) });
    expect(decideAt(unheard(noon)).kind).toBe('wait');
    expect(decideAt(unheard(noon - policy.reviewAfter))).toMatchObject({
      state: 'needs_review',
      fundsState: 'unknown',
    });
  });

  it('settles only when the payment itself is final', () => {
    const leg = {
      chain: 'ARBITRUM',
      txId: '0xp',
      index: 1,
      token: usdc,
      amount: 400n,
      role: 'payout',
      level: 'verified',
    } as const;
    const found: Observation = {
      kind: 'settlement',
      finding: { kind: 'found', legs: [leg], level: 'verified' },
    };
    const snapshot = settling({ job: crossChain, routerStatus: status('SUCCESS') });
    expect(decideAt(snapshot, found)).toMatchObject({
      kind: 'settle',
      legs: [leg],
      level: 'verified',
    });
    const open = aStep({ lease: aLease([anAttempt({ inclusion: included, progressed: true })]) });
    expect(decideAt({ ...snapshot, steps: [open] }, found).kind).toBe('wait');
  });

  it.each(['nothing', 'ambiguous'] as const)(
    'keeps looking on %s, then wants a person, and never settles',
    (kind) => {
      const observation: Observation = { kind: 'settlement', finding: { kind } };
      const asked = (firstAskedAt: number) =>
        settling({ job: crossChain, routerStatus: status('SUCCESS', firstAskedAt) });
      // The reason shows from when a person can resolve it.
      const from = new Date(noon + policy.reviewAfter).toISOString();
      expect(decideAt(asked(noon), observation)).toMatchObject({
        kind: 'wait',
        reason: {
          code: 'SETTLEMENT_DISPUTED',
          message: expect.stringContaining(`you can resolve it from ${from} on`),
        },
      });
      const patient = { ...policy, reviewAfter: Number.MAX_SAFE_INTEGER };
      expect(decide(asked(noon), observation, noon, patient).kind).toBe('wait');
      expect(decideAt(asked(noon - policy.reviewAfter), observation)).toMatchObject({
        state: 'needs_review',
        fundsState: 'unknown',
        reason: { code: 'SETTLEMENT_DISPUTED' },
      });
    },
  );

  it('goes on looking in needs_review: late evidence still settles', () => {
    const swap = {
      state: 'needs_review',
      job: crossChain,
      routerStatus: status('SUCCESS'),
    } as const;
    expect(decideAt(settling(swap)).kind).toBe('find_settlement');
  });

  it('does nothing in a terminal state', () => {
    expect(decideAt(settling({ state: 'settled' }), failed('retry'))).toEqual({ kind: 'done' });
  });
});
