import { describe, expect, it } from 'vitest';
import type {
  AttemptId,
  LeaseId,
  OrderId,
  StepId,
  SwapId,
  WalletId,
} from '../../src/core/swap/ids.ts';
import { judgeCommit } from '../../src/journal/lease/judge-commit.ts';
import type { Subject } from '../../src/journal/lease/read-subjects.ts';
import type { LockedSwap } from '../../src/journal/writes/lock-swap.ts';
import type { CommitRequest } from '../../src/ports/stores/signing-records.ts';
import { fee, holder } from './suite/fixture.ts';

const [own, other] = ['swap-1', 'swap-2'] as [SwapId, SwapId];
const orderId = 'order-1' as OrderId;

const request: CommitRequest = {
  swapId: own,
  leaseId: 'lease-1' as LeaseId,
  holder,
  kind: 'pay',
  orderId,
  txId: '0x1',
  bytes: '0x02',
  fee,
};

const open: LockedSwap = {
  id: own,
  version: 1,
  state: 'quoted',
  funds_state: 'untouched',
  reason_code: null,
  cancel_requested: false,
  ended_as: null,
};

const held: Subject = {
  swap_id: own,
  state: 'held',
  holder,
  in_time: true,
  family: 'evm',
  chain: 'ETH',
  wallet_id: 'wallet-1' as WalletId,
  nonce: 5n,
  step_id: 'step-1' as StepId,
  kind: 'swap',
  generation: 1,
  order_id: orderId,
  open: true,
  signable: true,
  sendable: true,
  last_seq: 0,
  newest: null,
  fees: [],
  epoch: 0n,
  stop: null,
  is_signed: false,
  steps: 1,
  is_coin_taken: false,
};
const signed: Subject = { ...held, state: 'signed', last_seq: 1, newest: 'attempt-1' as AttemptId };
const stop = { scope: 'all', subject: '', reason: 'drill' } as const;

function judge(
  change: Partial<CommitRequest>,
  subject: Partial<Subject> | undefined,
  swap: Partial<LockedSwap> = {},
): string {
  const subjects = subject ? [{ ...held, ...subject }] : [];
  const verdict = judgeCommit({ ...request, ...change }, [{ ...open, ...swap }], subjects);
  return verdict.kind === 'refused' ? verdict.why : verdict.kind;
}

describe('a commit', () => {
  it('is granted under a lease that its worker holds, for an order that may still be signed', () => {
    expect(judge({}, {})).toBe('granted');
  });

  it.each([
    ['whose lease is gone', undefined, 'lease_lost'],
    ['whose lease somebody else holds', { holder: 'worker-2' }, 'lease_lost'],
    ['whose lease has expired', { in_time: false }, 'lease_lost'],
    ['whose lease was signed under already', { state: 'signed' }, 'lease_lost'],
    ['while signing is stopped', { stop }, 'stopped'],
    ['of an order that is closed', { open: false }, 'order_expired'],
    ['of an order that is too old to sign', { signable: false }, 'order_expired'],
    ['of a transaction that was signed before', { is_signed: true }, 'signed_before'],
    ['with a coin of another lease', { is_coin_taken: true }, 'coins_taken'],
  ] as const)('is refused for a payment %s', (_, subject, why) => {
    expect(judge({}, subject)).toBe(why);
  });

  it('reports the lasting reason first', () => {
    const worst = { stop, signable: false, is_signed: true, is_coin_taken: true };
    expect(
      judge({}, { ...worst, in_time: false }, { state: 'cancelled', cancel_requested: true }),
    ).toBe('swap_ended');
    expect(judge({}, { ...worst, in_time: false }, { cancel_requested: true })).toBe(
      'cancel_requested',
    );
    expect(judge({}, { ...worst, in_time: false })).toBe('lease_lost');
    expect(judge({}, worst)).toBe('stopped');
    expect(judge({}, { ...worst, stop: null })).toBe('order_expired');
    expect(judge({}, { is_signed: true, is_coin_taken: true })).toBe('signed_before');
  });

  it('cancels while signing is stopped, and after a person has ended the swap', () => {
    expect(judge({ kind: 'cancel' }, { ...signed, stop })).toBe('granted');
    expect(judge({ kind: 'bump' }, { ...signed, stop })).toBe('stopped');
    expect(judge({ kind: 'cancel' }, signed, { state: 'failed' })).toBe('granted');
    expect(judge({ kind: 'cancel' }, held, { state: 'failed' })).toBe('swap_ended');
  });

  it('replaces only the attempt that it knew as the newest', () => {
    expect(judge({ kind: 'bump', replaces: 'attempt-1' as AttemptId }, signed)).toBe('granted');
    expect(judge({ kind: 'bump', replaces: 'attempt-0' as AttemptId }, signed)).toBe('lease_lost');
  });

  it('is refused as a whole if one of its swaps is refused, which is named', () => {
    const joined = [{ swapId: other, orderId: 'order-2' as OrderId }];
    const swaps = [open, { ...open, id: other }];
    const subjects = [held, { ...held, swap_id: other }].map((one) => ({ ...one, steps: 2 }));
    const commit = { ...request, joined };
    expect(judgeCommit(commit, swaps, subjects)).toMatchObject({
      kind: 'granted',
      served: [{ swapId: own }, { swapId: other }],
    });
    const late = subjects.map((one) => ({ ...one, signable: one.swap_id === own }));
    expect(judgeCommit(commit, swaps, late)).toEqual({
      kind: 'refused',
      why: 'order_expired',
      joined: other,
    });
    expect(() => judgeCommit(request, swaps, subjects)).toThrow(
      'is for 2 steps, but the attempt serves 1',
    );
    expect(() => judgeCommit(commit, [open], subjects)).toThrow(`there is no swap ${other}`);
  });
});
