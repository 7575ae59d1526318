import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/core/decide/decision.ts';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { StepId } from '../../../src/core/swap/ids.ts';
import type { Leg, Step, Swap } from '../../../src/core/swap/swap.ts';
import { decideAt, none } from '../../support/decide-at.ts';
import {
  aCrossChainJob,
  aLandedPayment,
  aLease,
  anAttempt,
  aReadyOrder,
  aSnapshot,
  aStep,
  aSwap,
  final,
  noon,
  usdc,
} from '../../support/snapshot.ts';

const job = aCrossChainJob();
const landed = aLandedPayment();
const recovery = (change: Partial<Step> = {}): Step =>
  aStep({
    id: 'p-2' as StepId,
    kind: 'refund',
    lease: aLease([anAttempt({ txId: '0xbb' })]),
    ...change,
  });
const told = (status: string, change: Partial<Swap> = {}, steps: Step[] = [landed]) =>
  aSnapshot({
    swap: aSwap({
      state: 'settling',
      fundsState: 'in_flight',
      job,
      routerStatus: { status, at: noon, firstAskedAt: noon, since: noon },
      ...change,
    }),
    order: aReadyOrder(),
    steps,
  });
const missing = (
  status: string,
  kind: 'nothing' | 'ambiguous' = 'nothing',
  change: Partial<Swap> = {},
  now = noon,
) => decideAt(told(status, change), { kind: 'settlement', finding: { kind } }, now);

describe.each([
  ['REVERT', 'refund', 'refunding'],
  ['READY_TO_CLAIM', 'claim', 'claiming'],
] as const)('on %s', (status, kind, state) => {
  it('shows where the money is, and fetches it once the payment is proven', () => {
    expect(decideAt(told(status))).toEqual({ kind: 'transition', state, fundsState: 'in_flight' });
    expect(decideAt(told(status, { state }))).toMatchObject({
      kind: 'execute',
      step: kind,
      payment: landed,
    });
    const unproven = aStep({ lease: aLease([anAttempt({ inclusion: final, progressed: true })]) });
    expect(decideAt(told(status, { state }, [unproven])).kind).not.toBe('execute');
  });

  it('signs nothing while signing is stopped', () => {
    const stopped = { code: 'SIGNING_STOPPED', message: 'paused' } as const;
    const here = kind === 'claim' ? { destinationStopped: stopped } : { stopped };
    const there = kind === 'claim' ? { stopped } : { destinationStopped: stopped };
    expect(decideAt({ ...told(status, { state }), ...here })).toMatchObject({
      kind: 'wait',
      reason: stopped,
    });
    expect(decideAt({ ...told(status, { state }), ...there }).kind).toBe('execute');
    const signed = recovery({ kind, lease: aLease([anAttempt({ txId: '0xbb' })]) });
    expect(decideAt({ ...told(status, { state }, [landed, signed]), ...here }).kind).toBe('wait');
    expect(decideAt({ ...told(status, { state }, [landed, signed]), ...there }).kind).toBe(
      'broadcast',
    );
  });

  it('tries a bounded number of generations, then waits for a person and keeps polling', () => {
    const spent = Array.from({ length: policy.maxGenerations }, (_, index) =>
      recovery({ kind, generation: index + 1, outcome: 'reverted_final' }),
    );
    const given = decideAt(told(status, { state }, [landed, ...spent]));
    expect(given).toMatchObject({
      state: 'needs_review',
      fundsState: 'in_flight',
      reason: { code: 'RECOVERY_FAILED' },
    });
    const reason = { code: 'RECOVERY_FAILED', message: 'failed' };
    expect(decideAt(told(status, { state: 'needs_review', reason }, [landed, ...spent])).kind).toBe(
      'wait',
    );
    const later = noon + policy.statusPoll;
    expect(decideAt(told(status, { state: 'needs_review', reason }), none, later).kind).toBe(
      'poll_status',
    );
  });

  it('goes to review on a finding of the guard, and is not signed again by itself', () => {
    const reason = { code: 'GUARD_REJECTED', message: 'no' };
    const judged: Observation = { kind: 'judged', verdict: 'reject', reason };
    expect(decideAt(told(status, { state }), judged)).toMatchObject({
      state: 'needs_review',
      fundsState: 'in_flight',
    });
    expect(decideAt(told(status, { state: 'needs_review', reason })).kind).toBe('wait');
  });

  it('waits for coins and for a router that is down, since the money is not lost', () => {
    const coin = { symbol: 'ETH', decimals: 18 };
    const refusal = { kind: 'insufficient', what: 'gas', available: 1n, needed: 2n } as const;
    expect(decideAt(told(status, { state }), { kind: 'refused', refusal, coin })).toMatchObject({
      kind: 'wait',
      reason: { code: 'INSUFFICIENT_GAS' },
    });
    for (const next of ['stop', 'review', 'requote', 'retry'] as const) {
      const failed: Observation = { kind: 'failed', reason: { code: 'X', message: 'x' }, next };
      expect(decideAt(told(status, { state }), failed).kind).toBe('wait');
    }
  });

  it('goes on from a review with another cause', () => {
    const reason = { code: 'SETTLEMENT_OVERDUE', message: 'late' };
    expect(decideAt(told(status, { state: 'needs_review', reason }))).toMatchObject({
      kind: 'transition',
      state,
    });
  });
});

describe('a recovery that keeps failing', () => {
  const reason = (code: string) => ({ code, message: 'again' });
  const failures: [string, Observation][] = [
    ...(['retry', 'observe', 'rebuild', 'requote', 'stop', 'review'] as const).map(
      (next): [string, Observation] => [
        next,
        { kind: 'failed', reason: reason('ROUTER_UNAVAILABLE'), next },
      ],
    ),
    ...(['reject', 'hold', 'requote'] as const).map((verdict): [string, Observation] => [
      verdict,
      {
        kind: 'judged',
        verdict,
        reason: reason(verdict === 'requote' ? 'FEE_TOO_HIGH' : 'GUARD_REJECTED'),
      },
    ]),
    [
      'no coins',
      {
        kind: 'refused',
        refusal: { kind: 'insufficient', what: 'gas', available: 1n, needed: 2n },
        coin: { symbol: 'ETH', decimals: 18 },
      },
    ],
  ];

  it.each(failures)('pauses between two tries, in review or not: %s', (_what, observation) => {
    for (const since of [noon, noon - 2 * policy.reviewAfter]) {
      let swap = told('REVERT', {
        routerStatus: { status: 'REVERT', at: noon, firstAskedAt: since, since },
      }).swap;
      let seen: Observation = none;
      for (let count = 0; ; count++) {
        expect(count).toBeLessThan(6);
        const decision = decideAt(aSnapshot({ swap, order: aReadyOrder(), steps: [landed] }), seen);
        if (decision.kind === 'wait') break;
        if (decision.kind === 'transition') {
          swap = {
            ...swap,
            state: decision.state,
            ...(decision.reason ? { reason: decision.reason } : {}),
          };
          seen = none;
        } else {
          expect(decision.kind).toBe('execute');
          seen = observation;
        }
      }
    }
  });

  it('stays in review after a finding of the guard, whatever the router reports', () => {
    const rejected = { state: 'needs_review', reason: reason('GUARD_REJECTED') } as const;
    for (const status of ['KYC_REQUIRED', 'FAIL']) {
      const seen: Observation =
        status === 'FAIL' ? { kind: 'settlement', finding: { kind: 'nothing' } } : { kind: 'none' };
      expect(decideAt(told(status, rejected), seen).kind).toBe('wait');
    }
    expect(decideAt(told('REVERT', rejected)).kind).toBe('wait');
  });

  it('goes on by itself when a frozen wallet has been released', () => {
    const frozen = told('REVERT', { state: 'needs_review', reason: reason('WALLET_FROZEN') });
    expect(decideAt(frozen).kind).toBe('execute');
    const stopped = reason('WALLET_FROZEN');
    expect(decideAt({ ...frozen, stopped })).toMatchObject({ kind: 'wait' });
  });
});

describe('a refund or claim of ours', () => {
  it('is followed to its proof whatever the router reports, and signed once', () => {
    for (const status of ['REVERT', 'REVERTED', 'SUCCESS', 'FAIL']) {
      const decision = decideAt(told(status, { state: 'refunding' }, [landed, recovery()]));
      expect(['wait', 'broadcast']).toContain(decision.kind);
    }
  });

  it('is searched for its payout once it has landed', () => {
    const step = recovery({
      outcome: 'landed',
      lease: aLease([anAttempt({ inclusion: final })], { state: 'consumed' }),
    });
    expect(decideAt(told('REVERT', { state: 'refunding' }, [landed, step]))).toEqual({
      kind: 'find_settlement',
      step,
      look: 'own',
    });
    expect(
      decideAt(told('REVERT', { state: 'refunding' }, [landed, step]), {
        kind: 'settlement',
        finding: { kind: 'nothing' },
      }),
    ).toMatchObject({
      state: 'needs_review',
      fundsState: 'unknown',
      reason: { code: 'OWN_PAYOUT_SHORT' },
    });
  });
});

describe('what came back', () => {
  const leg = (role: Leg['role']): Leg => ({
    chain: 'ETH',
    txId: '0xr',
    index: 1,
    token: usdc,
    amount: 990n,
    role,
    level: 'inferred',
  });

  it('ends the swap as refunded, with the money returned', () => {
    const finding = { kind: 'found', legs: [leg('refund')], level: 'inferred' } as const;
    expect(decideAt(told('REVERTED'), { kind: 'settlement', finding })).toMatchObject({
      kind: 'settle',
      end: { state: 'refunded', fundsState: 'returned' },
      level: 'inferred',
    });
  });

  it('ends the swap as refunded, with the money moved, when it came in another token', () => {
    const finding = { kind: 'paid_in_other_token', legs: [leg('payout')] } as const;
    expect(decideAt(told('REVERTED'), { kind: 'settlement', finding })).toMatchObject({
      kind: 'settle',
      end: { state: 'refunded', fundsState: 'moved' },
      level: 'router-reported',
      reason: { code: 'PAID_IN_OTHER_TOKEN' },
    });
  });

  it('is searched when the router reports it, and moves to review if it does not arrive', () => {
    expect(decideAt(told('REVERTED')).kind).toBe('find_settlement');
    expect(missing('REVERTED').kind).toBe('wait');
    const later = noon + policy.reviewAfter;
    expect(missing('REVERTED', 'ambiguous', {}, later)).toMatchObject({
      state: 'needs_review',
      fundsState: 'unknown',
      reason: { code: 'REFUND_NOT_SEEN' },
    });
  });

  it('is searched on FAIL too, and moves to review at once', () => {
    expect(decideAt(told('FAIL')).kind).toBe('find_settlement');
    expect(missing('FAIL')).toMatchObject({ state: 'needs_review', fundsState: 'unknown' });
    expect(decideAt(told('FAIL', { state: 'needs_review' })).kind).toBe('find_settlement');
  });
});
