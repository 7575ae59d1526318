import { describe, expect, it } from 'vitest';
import {
  attributeOtherToken,
  attributeOwn,
  attributeRefund,
  attributeReported,
  attributeUnreported,
  type PayoutCandidate,
  type PayoutClaimant,
  type RefundClaimant,
} from '../../../src/core/settlement/settlement.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';

const payout = (change: Partial<PayoutCandidate> = {}): PayoutCandidate => ({
  chain: 'ARBITRUM',
  txId: '0xpaid',
  index: 3,
  token: '0xusdc',
  amount: 1_000n,
  block: 200n,
  final: true,
  ...change,
});
const another = 'another' as SwapId;
const claimant = { minOut: 990n, expectedOut: 1_000n, destinationAnchor: 150n, dropBps: 1_000 };
const rival = (change: Partial<PayoutClaimant> = {}): PayoutClaimant => ({
  kind: 'payout',
  minOut: 900n,
  expectedOut: 1_000n,
  destinationAnchor: 150n,
  ...change,
});
const refundRival = (change: Partial<RefundClaimant> = {}): RefundClaimant => ({
  kind: 'refund',
  token: '0xUSDC',
  amount: 1_050n,
  ...change,
});

describe('a payout in a transaction that the router named', () => {
  it('is verified when it is final, enough, later than the payment, and nobody else could claim it', () => {
    expect(attributeReported([payout()], claimant, [])).toMatchObject({ kind: 'found', level: 'verified' });
  });

  it.each([
    ['waits for finality', payout({ final: false }), [], 'not_final'],
    ['is refused when it is older than our payment', payout({ block: 150n }), [], 'nothing'],
    ['is refused below the minimum', payout({ amount: 989n }), [], 'below_minimum'],
    ['is not taken while an equal rival has not been heard of', payout(), [rival()], 'ambiguous'],
    [
      'is not taken when an equal rival names the same transaction',
      payout(),
      [rival({ reportedTxId: '0xpaid' })],
      'ambiguous',
    ],
    ['is ours when only we expect exactly this amount', payout(), [rival({ expectedOut: 1_001n })], 'found'],
    [
      "is not ours when exactly the rival's amount was paid",
      payout({ amount: 1_001n }),
      [rival({ expectedOut: 1_001n, reportedTxId: '0xother' })],
      'ambiguous',
    ],
    ['is ours when the rival could not be content with it', payout(), [rival({ minOut: 1_001n })], 'found'],
    ['is ours when the rival paid later than it came', payout(), [rival({ destinationAnchor: 200n })], 'found'],
    ["is not taken while it could be a rival's refund", payout({ amount: 1_001n }), [refundRival()], 'ambiguous'],
    ['is ours when only we expect exactly this amount, and no refund would be it', payout(), [refundRival()], 'found'],
    ['is not taken when the rival paid exactly as much', payout(), [refundRival({ amount: 1_000n })], 'ambiguous'],
    [
      'is not ours when exactly what the rival paid came, though the rival is said to be paid',
      payout({ amount: 1_050n }),
      [refundRival({ isReportedPaid: true })],
      'ambiguous',
    ],
    ['is more than the rival paid', payout({ amount: 1_051n }), [refundRival()], 'found'],
    ['is much less than the rival paid', payout({ amount: 1_001n }), [refundRival({ amount: 1_114n })], 'found'],
    ['came before the rival paid', payout({ amount: 1_001n }), [refundRival({ paidIn: 200n })], 'found'],
    ['is in another token than the rival paid', payout({ amount: 1_001n }), [refundRival({ token: '0xdai' })], 'found'],
  ])('%s', (_, candidate, rivals, kind) => {
    expect(attributeReported([candidate], claimant, rivals).kind).toBe(kind);
  });

  it.each([{ reportedTxId: '0xother' }, { isReportedUnpaid: true }])(
    'is only inferred where the router alone says that a rival is not paid here: %j',
    (said) => {
      expect(attributeReported([payout()], claimant, [rival(said)])).toMatchObject({
        kind: 'found',
        level: 'inferred',
      });
    },
  );

  it.each([{ reportedTxId: '0xother' }, { isReportedPaid: true }])(
    'is only inferred where the router alone says that it is no refund of a rival: %j',
    (said) => {
      expect(attributeReported([payout({ amount: 1_001n })], claimant, [refundRival(said)])).toMatchObject({
        kind: 'found',
        level: 'inferred',
      });
    },
  );

  describe('where one transaction has several names', () => {
    const byName = (reportedTxId: string, ...transfers: { txId: string; index: number }[]) => ({
      ...{ ...claimant, reportedTxId: 'our name' },
      names: [{ reportedTxId, transfers }],
    });
    const here = { txId: '0xpaid', index: 3 };

    it.each([
      ['stands for the same transfer', byName('another', here)],
      ['stands for this transfer among others', byName('another', { ...here, index: 4 }, here)],
      ['stands for no transfer that was seen', byName('another')],
      ['was not looked for', byName('some other')],
    ])('is not taken when the name of an equal rival %s', (_, named) => {
      expect(attributeReported([payout()], named, [rival({ reportedTxId: 'another' })]).kind).toBe('ambiguous');
    });

    it('is not taken when an equal rival has the name by which it was found', () => {
      const named = { ...claimant, reportedTxId: 'our name' };
      expect(attributeReported([payout()], named, [rival({ reportedTxId: 'our name' })]).kind).toBe('ambiguous');
    });

    it('is only inferred when the name of a rival stands for another transfer, be it of the same transaction', () => {
      const named = byName('another', { ...here, index: 4 });
      const finding = attributeReported([payout()], named, [rival({ reportedTxId: 'another' })]);
      expect(finding).toMatchObject({ kind: 'found', level: 'inferred' });
    });
  });

  it('takes the other transfer of a batch when the one that fits better has settled another swap', () => {
    const batch = [payout({ index: 1, claimedBy: another }), payout({ index: 2, amount: 995n })];
    expect(attributeReported(batch, claimant, [])).toMatchObject({ kind: 'found', legs: [{ index: 2 }] });
  });

  it('says whose it is when the only one that fits has settled another swap', () => {
    const batch = [payout({ index: 1, claimedBy: another }), payout({ index: 2, amount: 5n })];
    expect(attributeReported(batch, claimant, [])).toEqual({ kind: 'claimed', bySwap: another });
  });

  it('takes the transfer that fits best where one transaction pays several', () => {
    const batch = [payout({ index: 1, amount: 5_000n }), payout({ index: 2, amount: 1_000n })];
    expect(attributeReported(batch, claimant, [])).toMatchObject({ kind: 'found', legs: [{ index: 2 }] });
  });
});

describe('a payout that nobody named', () => {
  it('is inferred when it is the only candidate and we the only open swap', () => {
    expect(attributeUnreported([payout()], claimant, [])).toMatchObject({ kind: 'found', level: 'inferred' });
  });

  it('is never guessed among several', () => {
    expect(attributeUnreported([payout(), payout({ index: 4 })], claimant, []).kind).toBe('ambiguous');
    expect(attributeUnreported([payout()], claimant, [rival()]).kind).toBe('ambiguous');
    expect(attributeUnreported([payout()], claimant, [refundRival()]).kind).toBe('ambiguous');
    expect(attributeUnreported([payout()], claimant, [refundRival({ amount: 999n })]).kind).toBe('found');
    expect(attributeUnreported([payout()], claimant, [refundRival({ paidIn: 200n })]).kind).toBe('found');
    expect(attributeUnreported([payout(), payout({ index: 4, claimedBy: another })], claimant, []).kind).toBe('found');
    expect(attributeUnreported([payout({ claimedBy: another })], claimant, []).kind).toBe('nothing');
    expect(attributeUnreported([], claimant, []).kind).toBe('nothing');
  });

  it('is not that of a swap whose order was made later', () => {
    expect(attributeUnreported([payout()], claimant, [rival({ destinationAnchor: 200n })]).kind).toBe('found');
  });
});

describe('a transfer that was observed before a rival could have been paid', () => {
  const seen = payout({ observedAt: 5_000, amount: 1_001n });
  const unpaid = { noDepositUntil: 5_001 };

  it('is not the rival’s', () => {
    expect(attributeReported([seen], claimant, [rival(unpaid), refundRival(unpaid)])).toMatchObject({
      kind: 'found',
      level: 'verified',
    });
    expect(attributeUnreported([seen], claimant, [rival(unpaid), refundRival(unpaid)]).kind).toBe('found');
    expect(attributeOtherToken([seen], claimant, [rival(unpaid)]).kind).toBe('paid_in_other_token');
    const paid = { amount: 1_001n, block: 150n, dropBps: 1_000 };
    const others = [
      { kind: 'refund', amount: 1_001n, ...unpaid },
      { kind: 'payout', minOut: 900n, ...unpaid },
    ] as const;
    expect(attributeRefund([seen], paid, others).kind).toBe('found');
  });

  it.each([0, 4_999, 5_000])('may be where nothing had come until %i', (noDepositUntil) => {
    expect(attributeReported([seen], claimant, [rival({ noDepositUntil })]).kind).toBe('ambiguous');
    const { observedAt: _, ...unrecorded } = seen;
    expect(attributeUnreported([unrecorded], claimant, [rival(unpaid)]).kind).toBe('ambiguous');
  });
});

describe('what our own transaction brought', () => {
  it('is summed up over its transfers', () => {
    const parts = [payout({ index: 1, amount: 600n }), payout({ index: 2, amount: 400n })];
    expect(attributeOwn(parts, 1_000n)).toMatchObject({ kind: 'found', legs: [{ amount: 600n }, { amount: 400n }] });
    expect(attributeOwn(parts, 1_001n)).toEqual({ kind: 'below_minimum', amount: 1_000n, minOut: 1_001n });
    expect(attributeOwn([], 1n)).toEqual({ kind: 'nothing' });
  });
});

describe('a transfer back to the payer', () => {
  const paid = { amount: 1_000n, block: 150n, dropBps: 1_000 };

  it('is inferred to be the refund when it is the only one of about the amount', () => {
    expect(attributeRefund([payout({ amount: 990n }), payout({ index: 4, amount: 5n })], paid, [])).toMatchObject({
      kind: 'found',
      level: 'inferred',
      legs: [{ amount: 990n, role: 'refund' }],
    });
  });

  it.each([
    ['came before the payment', [payout({ block: 150n })], [], 'nothing'],
    ['is much less than was paid', [payout({ amount: 899n })], [], 'nothing'],
    ['is more than was paid', [payout({ amount: 1_001n })], [], 'nothing'],
    ['has settled another swap', [payout({ claimedBy: another })], [], 'nothing'],
    ['is one of two', [payout(), payout({ index: 4, amount: 950n })], [], 'ambiguous'],
    ['could be that of another open swap', [payout()], [{ kind: 'refund', amount: 1_050n }], 'ambiguous'],
    ['could be the payout of another open swap', [payout()], [{ kind: 'payout', minOut: 900n }], 'ambiguous'],
    [
      'is ours by its amount',
      [payout()],
      [
        { kind: 'refund', amount: 5_000n },
        { kind: 'payout', minOut: 1_001n },
      ],
      'found',
    ],
    ['is not final', [payout({ final: false })], [], 'not_final'],
  ] as const)('%s', (_, candidates, rivals, kind) => {
    expect(attributeRefund(candidates, paid, rivals).kind).toBe(kind);
  });
});

describe('a payout in another token', () => {
  it('is never better than reported, and not taken from another swap', () => {
    expect(attributeOtherToken([payout()], claimant, [])).toMatchObject({
      kind: 'paid_in_other_token',
      legs: [{ level: 'router-reported', role: 'payout' }],
    });
    expect(attributeOtherToken([payout({ final: false })], claimant, []).kind).toBe('not_final');
    expect(attributeOtherToken([payout({ claimedBy: another })], claimant, [])).toEqual({
      kind: 'claimed',
      bySwap: another,
    });
    expect(attributeOtherToken([payout({ block: 150n })], claimant, [])).toEqual({ kind: 'nothing' });
    expect(attributeOtherToken([payout()], claimant, [rival()])).toEqual({ kind: 'ambiguous' });
    expect(attributeOtherToken([payout()], claimant, [refundRival()])).toEqual({ kind: 'ambiguous' });
    expect(attributeOtherToken([payout()], claimant, [refundRival({ token: '0xdai' })]).kind).toBe(
      'paid_in_other_token',
    );
  });
});
