import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeEvidence } from '../../../src/core/operator/judge-evidence.ts';
import {
  isProvenSince,
  judgeResolve,
  type Resolution,
  resolutions,
} from '../../../src/core/operator/judge-resolve.ts';
import { judgeRetry } from '../../../src/core/operator/judge-retry.ts';
import { wayOut } from '../../../src/core/operator/way-out.ts';
import type { PayoutCandidate } from '../../../src/core/settlement/settlement.ts';
import type { FundsState, Snapshot, Step, SwapState } from '../../../src/core/swap/swap.ts';
import { errorCodes } from '../../../src/errors/codes.ts';
import { decideAt, failed } from '../../support/decide-at.ts';
import {
  aJob,
  aLandedPayment,
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

it('reports from when a swap that is not in review yet can be resolved', () => {
  const reason = {
    code: 'SETTLEMENT_DISPUTED',
    message: 'nothing shows; you can resolve it from noon on',
  };
  expect(
    judgeResolve(aSnapshot({ swap: aSwap({ state: 'settling', reason }) }), 'paid'),
  ).toMatchObject({
    refusal: { code: 'NOTHING_TO_RESOLVE', message: expect.stringContaining('from noon on') },
  });
});

/** The known facts about the money of a swap in review. */
const known = {
  nothing: () => ({}),
  on_its_way: () => ({ steps: [aStep({ lease: aLease([anAttempt()]) })] }),
  landed: () => ({ steps: [aLandedPayment()] }),
  dead: () => ({
    steps: [aStep({ outcome: 'dead', lease: aLease([anAttempt()], { state: 'consumed' }) })],
  }),
  used_by_stranger: () => ({
    steps: [aStep({ outcome: 'dead', lease: aLease([anAttempt()], { state: 'dead' }) })],
  }),
  disputed: () => ({
    steps: [
      aStep({
        outcome: 'dead',
        disputed: true,
        lease: aLease([anAttempt()], { state: 'expired' }),
      }),
    ],
  }),
  recovery_used_by_stranger: () => ({
    steps: [
      aLandedPayment(),
      aStep({ kind: 'refund', outcome: 'dead', lease: aLease([anAttempt()], { state: 'dead' }) }),
    ],
  }),
  forgotten: () => ({ lost: { chain: 'ETH', txId: '0xaa' } }),
  seen_by_hand: () => byHand(true),
  seen_by_hand_not_final: () => byHand(false),
  reported_by_hand: () => ({ ...byHand(true), manualPayments: [] }),
} satisfies Record<string, () => Partial<Snapshot>>;

function byHand(isFinal: boolean): Partial<Snapshot> {
  const deposit = { address: '0xd', amount: 500n, exchangeId: 'e-1' };
  const payment = {
    txId: '0xdd',
    index: 0,
    amount: 400n,
    block: { number: 120n, hash: '0xb' },
    at: noon,
  };
  return { order: aReadyOrder({ deposit }), manualPayments: [{ ...payment, final: isFinal }] };
}

type End = `${SwapState}/${FundsState}` | 'refused';
type Row = [
  code: string,
  money: keyof typeof known,
  funds: FundsState,
  paid: End,
  refunded: End,
  unpaid: End,
  endedAs?: SwapState,
];

const unknown = ['settled/moved', 'refunded/returned', 'failed/unknown'] as const;
const untouched = ['settled/moved', 'refused', 'failed/untouched'] as const;
/** The state in which it had ended: it is acknowledged. */
const ended = ['refused', 'refused', 'refused'] as const;

/** Every code with which a swap can wait for a person, with every state of its money then. */
const rows: Row[] = [
  // Followed through a lasting failure: any code, and the payment in flight or landed.
  ['RPC_UNAVAILABLE', 'on_its_way', 'in_flight', ...unknown],
  ['ROUTER_MALFORMED', 'landed', 'in_flight', ...unknown],
  ['FEE_TOO_HIGH', 'on_its_way', 'in_flight', ...unknown],
  // Failures that need a person before any payment, or after the payment is proven dead.
  ['INTERNAL', 'nothing', 'untouched', ...untouched],
  ['SIGNATURE_MISMATCH', 'nothing', 'untouched', ...untouched],
  ['JOURNAL_BROKEN_INVARIANT', 'dead', 'in_flight', ...untouched],
  ['FUNDS_UNKNOWN', 'nothing', 'unknown', ...unknown],
  ['WALLET_FROZEN', 'nothing', 'untouched', ...untouched],
  ['WALLET_FROZEN', 'dead', 'in_flight', ...untouched],
  ['WALLET_FROZEN', 'landed', 'in_flight', ...unknown],
  ['LEASE_USED_BY_STRANGER', 'used_by_stranger', 'unknown', ...unknown],
  ['LEASE_USED_BY_STRANGER', 'recovery_used_by_stranger', 'unknown', ...unknown],
  ['PROOF_CONTRADICTED', 'disputed', 'unknown', ...unknown],
  ['PROOF_CONTRADICTED', 'landed', 'unknown', ...unknown],
  ['PROOF_CONTRADICTED', 'landed', 'moved', ...ended, 'settled'],
  ['PROOF_CONTRADICTED', 'disputed', 'unknown', ...unknown, 'failed'],
  ['JOURNAL_WENT_BACK', 'forgotten', 'unknown', ...unknown],
  ['JOURNAL_WENT_BACK', 'landed', 'in_flight', ...unknown],
  ['JOURNAL_FOREIGN', 'nothing', 'untouched', ...untouched],
  // The refund or claim is not signed, or failed.
  ['GUARD_REJECTED', 'landed', 'in_flight', ...unknown],
  ['APPROVAL_NEEDED', 'landed', 'in_flight', ...unknown],
  ['RECOVERY_FAILED', 'landed', 'in_flight', ...unknown],
  // The router's status and the chains contradict each other, or show no payout.
  ['ROUTER_STATUS_NEEDS_PERSON', 'landed', 'in_flight', ...unknown],
  ['ROUTER_STATUS_NEEDS_PERSON', 'reported_by_hand', 'in_flight', ...unknown],
  ['SETTLEMENT_OVERDUE', 'landed', 'in_flight', ...unknown],
  ['SETTLEMENT_DISPUTED', 'landed', 'unknown', ...unknown],
  ['SETTLEMENT_DISPUTED', 'reported_by_hand', 'unknown', ...unknown],
  ['REFUND_NOT_SEEN', 'landed', 'unknown', ...unknown],
  ['OWN_PAYOUT_SHORT', 'landed', 'unknown', ...unknown],
  // Manual deposits.
  ['DEPOSIT_SHORT', 'seen_by_hand', 'in_flight', ...unknown],
  ['DEPOSIT_OVER', 'seen_by_hand', 'in_flight', ...unknown],
  ['DEPOSIT_LATE', 'seen_by_hand', 'in_flight', ...unknown],
  ['DEPOSIT_WITHOUT_MEMO', 'seen_by_hand', 'in_flight', ...unknown],
  ['DEPOSIT_NOT_FINAL', 'seen_by_hand_not_final', 'in_flight', ...unknown],
  // Money or proofs after the end.
  ['DEPOSIT_TWICE', 'landed', 'moved', ...ended, 'settled'],
  ['DEPOSIT_TWICE', 'landed', 'returned', ...ended, 'refunded'],
  ['DEPOSIT_LATE', 'nothing', 'untouched', ...unknown, 'expired'],
  ['DEPOSIT_WITHOUT_MEMO', 'nothing', 'untouched', ...unknown, 'cancelled'],
  ['LANDED_AFTER_END', 'landed', 'unknown', ...unknown, 'failed'],
  ['LANDED_AFTER_END', 'landed', 'moved', ...ended, 'settled'],
  ['DEAD_AFTER_END', 'dead', 'moved', 'settled/moved', 'refused', 'failed/unknown', 'settled'],
  [
    'DEAD_AFTER_END',
    'used_by_stranger',
    'returned',
    'settled/moved',
    'refused',
    'failed/unknown',
    'refunded',
  ],
];

function waiting([code, money, fundsState, , , , endedAs]: Row): Snapshot {
  const job = aJob(money.includes('by_hand') ? { flow: 'deposit-by-hand' } : {});
  const reason = { code, message: 'it waits' };
  const swap = aSwap({
    state: 'needs_review',
    fundsState,
    job,
    reason,
    ...(endedAs ? { endedAs } : {}),
  });
  return aSnapshot({ swap, ...known[money]() });
}

function endOf(snapshot: Snapshot, as: Resolution): string {
  const verdict = judgeResolve(snapshot, as);
  return verdict.kind === 'refused' ? 'refused' : `${verdict.end.state}/${verdict.end.fundsState}`;
}

describe('a swap that waits for a person', () => {
  it.each(rows)('%s, its payment %s, funds %s: ends as it is resolved', (...row) => {
    const snapshot = waiting(row);
    const [, , , paid, refunded, unpaid, endedAs] = row;
    expect(resolutions.map((as) => endOf(snapshot, as))).toEqual([paid, refunded, unpaid]);
    // A person can end the review, and the swap shows how.
    expect(wayOut(snapshot.swap)).toContain(
      endedAs === 'settled' || endedAs === 'refunded' ? 'acknowledge' : 'resolve',
    );
    const [state, fundsState] = unpaid.split('/');
    if (state !== 'failed' || fundsState !== 'unknown') return;
    // No retry without a proof, however the swap ended.
    const { endedAs: _, ...swap } = snapshot.swap;
    const resolved = {
      ...snapshot,
      swap: { ...swap, state: 'failed', fundsState: 'unknown' },
    } as Snapshot;
    expect(judgeRetry({ ...resolved, manualPayments: [] }, { maxGenerations: 3 })).toMatchObject({
      kind: 'refused',
    });
  });

  it('has a row for every code that needs a person', () => {
    const codes = Object.entries(errorCodes).flatMap(([code, { next }]) =>
      next === 'review' ? [code] : [],
    );
    const covered = new Set(rows.map(([code]) => code));
    expect(codes.filter((code) => !covered.has(code))).toEqual([]);
  });

  /** Code that moves to review. If it is not listed here, add rows for its causes above. */
  it('waits for one only because of these parts of the program', async () => {
    const root = join(import.meta.dirname, '..', '..', '..', 'src');
    const places: Record<string, number> = {};
    for (const file of await readdir(root, { recursive: true })) {
      if (
        !/^(core|journal|executor)\/.*\.ts$/.test(file) ||
        /migrations|wait-for-person/.test(file)
      )
        continue;
      const text = await readFile(join(root, file), 'utf8');
      const calls =
        text.match(/(?<!function )\bwaitForPerson\(|state(?:: | = )'needs_review'/g) ?? [];
      if (calls.length > 0) places[file] = calls.length;
    }
    expect(places).toEqual({
      'core/decide/decide-uncertain.ts': 3,
      'core/decide/decide-unpaid.ts': 1,
      'core/deposits/decide-manual-deposit.ts': 2,
      'core/decide/decide-payout.ts': 2,
      'core/decide/decide-recovery.ts': 2,
      'core/decide/follow-through-failure.ts': 1,
      'core/operator/judge-resolve.ts': 1,
      'core/decide/decide-held.ts': 1,
      'core/decide/react.ts': 5,
      'core/decide/react-to-finding.ts': 1,
      'journal/deposits/reopen-for-deposit.ts': 2,
      'journal/writes/send-to-review.ts': 1,
    });
  });

  it('is resolved in no other state', () => {
    for (const state of [
      'requested',
      'settling',
      'awaiting_approval',
      'awaiting_deposit',
      'settled',
      'failed',
    ] as const) {
      const verdict = judgeResolve(aSnapshot({ swap: aSwap({ state }) }), 'unpaid');
      expect(verdict).toMatchObject({ refusal: { code: 'NOTHING_TO_RESOLVE' } });
      expect(wayOut(aSwap({ state }))).toBeUndefined();
    }
  });
});

describe('a swap that a person has ended', () => {
  const resolved = (steps: Step[], now = noon, observation = failed('retry'), isFailed = false) =>
    decideAt(
      aSnapshot({
        swap: aSwap({ state: 'failed', fundsState: 'unknown' }),
        order: aReadyOrder(),
        steps,
      }),
      isFailed ? observation : undefined,
      now,
    );
  const sent = anAttempt({ sentAt: noon - 100 });

  it('has its signed transactions cancelled if the chain allows it', () => {
    expect(resolved([aStep({ lease: aLease([sent]) })])).toMatchObject({ kind: 'cancel' });
    expect(resolved([aStep({ kind: 'approve', lease: aLease([sent]) })])).toMatchObject({
      kind: 'cancel',
    });
    const cancelling = aLease([sent, anAttempt({ seq: 2, kind: 'cancel' })]);
    expect(resolved([aStep({ lease: cancelling })])).toMatchObject({
      kind: 'broadcast',
      attempt: { kind: 'cancel' },
    });
  });

  it('lets them expire otherwise, and does not resend them', () => {
    const lease = aLease([anAttempt()], { terms: { kind: 'expiry', expires: 9n } });
    expect(resolved([aStep({ lease })], noon + 30_000)).toEqual({
      kind: 'wait',
      delay: 15_000,
      failed: false,
    });
  });

  it('has them proven, whatever fails meanwhile', () => {
    const lease = aLease([anAttempt({ inclusion: final })]);
    expect(resolved([aStep({ lease })])).toMatchObject({ kind: 'prove' });
    expect(resolved([aStep({ lease })], noon, undefined, true)).toMatchObject({
      kind: 'wait',
      failed: true,
    });
    const progressed = aLease([anAttempt({ inclusion: included, progressed: true })]);
    expect(resolved([aStep({ lease: progressed })])).toMatchObject({ kind: 'wait' });
  });

  it('is left alone once nothing of it is in flight', () => {
    expect(resolved([aLandedPayment()])).toEqual({ kind: 'done' });
    expect(resolved([aStep({ lease: aLease([], { state: 'void' }) })])).toEqual({ kind: 'done' });
  });

  it('is proven unpaid only by the proofs that were missing', () => {
    const snapshot = (change: Partial<Snapshot>) =>
      aSnapshot({ swap: aSwap({ state: 'failed', fundsState: 'unknown' }), ...change });
    expect(isProvenSince(snapshot(known.dead()))).toBe(true);
    for (const money of ['on_its_way', 'landed', 'used_by_stranger', 'forgotten'] as const) {
      expect(isProvenSince(snapshot(known[money]()))).toBe(false);
    }
    expect(isProvenSince(snapshot({ ...known.dead(), ...known.forgotten() }))).toBe(false);
  });
});

describe('what a person names as evidence', () => {
  const transfer = (change: Partial<PayoutCandidate> = {}): PayoutCandidate => ({
    ...{
      chain: 'ETH',
      txId: '0xee',
      index: 1,
      token: '0xt',
      amount: 10n,
      block: 120n,
      final: true,
    },
    ...change,
  });
  const other = 's-2' as never;
  const sought = { role: 'payout', after: 100n, expected: 100n } as const;

  it.each([
    ['nothing', [], 'not_shown'],
    ['what came before', [transfer({ block: 100n })], 'too_early'],
    ['what is not final', [transfer({ final: false })], 'not_final'],
    ['what settled another swap', [transfer({ attributedTo: other })], 'of_another'],
    ['far less than was expected', [transfer({ amount: 1n })], 'shown'],
  ] as const)('%s', (_what, candidates, kind) => {
    expect(judgeEvidence(candidates, sought).kind).toBe(kind);
  });

  it('is never more than inferred, and of several transfers the nearest free one', () => {
    const [near, far] = [transfer({ index: 2, amount: 98n }), transfer({ amount: 5n })];
    const taken = transfer({ index: 3, amount: 100n, attributedTo: other });
    expect(judgeEvidence([far, taken, near], sought)).toMatchObject({
      legs: [{ index: 2, amount: 98n, role: 'payout', level: 'inferred' }],
    });
    expect(judgeEvidence([far, near], { role: 'refund' })).toMatchObject({
      legs: [{ index: 1 }, { index: 2 }],
    });
  });
});
