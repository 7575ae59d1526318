import { describe, expect, it } from 'vitest';
import {
  attributeOtherToken,
  attributeOwn,
  attributeRefund,
  attributeReported,
  attributeUnreported,
  type ExpectedPayout,
  type ExpectedRefund,
  type PayoutCandidate,
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
const expectation = { minOut: 990n, expectedOut: 1_000n, destinationAnchor: 150n, dropBps: 1_000 };
const competitor = (change: Partial<ExpectedPayout> = {}): ExpectedPayout => ({
  kind: 'payout',
  minOut: 900n,
  expectedOut: 1_000n,
  destinationAnchor: 150n,
  ...change,
});
const refundCompetitor = (change: Partial<ExpectedRefund> = {}): ExpectedRefund => ({
  kind: 'refund',
  token: '0xUSDC',
  amount: 1_050n,
  ...change,
});

describe('a payout in a transaction that the router named', () => {
  it('is verified if it is final, enough, later than the payment, and no other swap could own it', () => {
    expect(attributeReported([payout()], expectation, [])).toMatchObject({
      kind: 'found',
      level: 'verified',
    });
  });

  it.each([
    ['waits for finality', payout({ final: false }), [], 'not_final'],
    ['is refused when it is older than our payment', payout({ block: 150n }), [], 'nothing'],
    ['is refused below the minimum', payout({ amount: 989n }), [], 'below_minimum'],
    ['is not taken while an equal competitor has no status', payout(), [competitor()], 'ambiguous'],
    [
      'is not taken when an equal competitor names the same transaction',
      payout(),
      [competitor({ reportedTxId: '0xpaid' })],
      'ambiguous',
    ],
    [
      'is ours when only we expect exactly this amount',
      payout(),
      [competitor({ expectedOut: 1_001n })],
      'found',
    ],
    [
      "is not ours when exactly the competitor's amount was paid",
      payout({ amount: 1_001n }),
      [competitor({ expectedOut: 1_001n, reportedTxId: '0xother' })],
      'ambiguous',
    ],
    [
      'is ours when it is too little for the competitor',
      payout(),
      [competitor({ minOut: 1_001n })],
      'found',
    ],
    [
      'is ours when the competitor paid later than it came',
      payout(),
      [competitor({ destinationAnchor: 200n })],
      'found',
    ],
    [
      "is not taken while it could be a competitor's refund",
      payout({ amount: 1_001n }),
      [refundCompetitor()],
      'ambiguous',
    ],
    [
      'is ours when only we expect exactly this amount, and no refund would be it',
      payout(),
      [refundCompetitor()],
      'found',
    ],
    [
      'is not taken when the competitor paid exactly as much',
      payout(),
      [refundCompetitor({ amount: 1_000n })],
      'ambiguous',
    ],
    [
      'is not ours when it is exactly what the competitor paid, though the competitor is reported as paid',
      payout({ amount: 1_050n }),
      [refundCompetitor({ isReportedPaid: true })],
      'ambiguous',
    ],
    ['is more than the competitor paid', payout({ amount: 1_051n }), [refundCompetitor()], 'found'],
    [
      'is much less than the competitor paid',
      payout({ amount: 1_001n }),
      [refundCompetitor({ amount: 1_114n })],
      'found',
    ],
    [
      'came before the competitor paid',
      payout({ amount: 1_001n }),
      [refundCompetitor({ paidIn: 200n })],
      'found',
    ],
    [
      'is in another token than the competitor paid',
      payout({ amount: 1_001n }),
      [refundCompetitor({ token: '0xdai' })],
      'found',
    ],
  ])('%s', (_, candidate, competitors, kind) => {
    expect(attributeReported([candidate], expectation, competitors).kind).toBe(kind);
  });

  it.each([{ reportedTxId: '0xother' }, { isReportedUnpaid: true }])(
    'is only inferred if only the router reports that a competitor is not paid here: %j',
    (said) => {
      expect(attributeReported([payout()], expectation, [competitor(said)])).toMatchObject({
        kind: 'found',
        level: 'inferred',
      });
    },
  );

  it.each([{ reportedTxId: '0xother' }, { isReportedPaid: true }])(
    'is only inferred if only the router reports that it is no refund of a competitor: %j',
    (said) => {
      expect(
        attributeReported([payout({ amount: 1_001n })], expectation, [refundCompetitor(said)]),
      ).toMatchObject({
        kind: 'found',
        level: 'inferred',
      });
    },
  );

  describe('where one transaction has several names', () => {
    const byName = (reportedTxId: string, ...transfers: { txId: string; index: number }[]) => ({
      ...{ ...expectation, reportedTxId: 'our name' },
      names: [{ reportedTxId, transfers }],
    });
    const here = { txId: '0xpaid', index: 3 };

    it.each([
      ['stands for the same transfer', byName('another', here)],
      ['stands for this transfer among others', byName('another', { ...here, index: 4 }, here)],
      ['stands for no transfer that was seen', byName('another')],
      ['was not looked for', byName('some other')],
    ])('is not taken when the name of an equal competitor %s', (_, named) => {
      expect(
        attributeReported([payout()], named, [competitor({ reportedTxId: 'another' })]).kind,
      ).toBe('ambiguous');
    });

    it('is not taken when an equal competitor has the name by which it was found', () => {
      const named = { ...expectation, reportedTxId: 'our name' };
      expect(
        attributeReported([payout()], named, [competitor({ reportedTxId: 'our name' })]).kind,
      ).toBe('ambiguous');
    });

    it('is only inferred if the name of a competitor means another transfer, even of the same transaction', () => {
      const named = byName('another', { ...here, index: 4 });
      const finding = attributeReported([payout()], named, [
        competitor({ reportedTxId: 'another' }),
      ]);
      expect(finding).toMatchObject({ kind: 'found', level: 'inferred' });
    });
  });

  it('takes the other transfer of a batch when the one that fits better has settled another swap', () => {
    const batch = [payout({ index: 1, attributedTo: another }), payout({ index: 2, amount: 995n })];
    expect(attributeReported(batch, expectation, [])).toMatchObject({
      kind: 'found',
      legs: [{ index: 2 }],
    });
  });

  it('names the owner if the only matching transfer has settled another swap', () => {
    const batch = [payout({ index: 1, attributedTo: another }), payout({ index: 2, amount: 5n })];
    expect(attributeReported(batch, expectation, [])).toEqual({
      kind: 'attributed',
      bySwap: another,
    });
  });

  it('takes the transfer that fits best where one transaction pays several', () => {
    const batch = [payout({ index: 1, amount: 5_000n }), payout({ index: 2, amount: 1_000n })];
    expect(attributeReported(batch, expectation, [])).toMatchObject({
      kind: 'found',
      legs: [{ index: 2 }],
    });
  });
});

describe('a payout without a named transaction', () => {
  it('is inferred when it is the only candidate and we the only open swap', () => {
    expect(attributeUnreported([payout()], expectation, [])).toMatchObject({
      kind: 'found',
      level: 'inferred',
    });
  });

  it('is never guessed among several', () => {
    expect(attributeUnreported([payout(), payout({ index: 4 })], expectation, []).kind).toBe(
      'ambiguous',
    );
    expect(attributeUnreported([payout()], expectation, [competitor()]).kind).toBe('ambiguous');
    expect(attributeUnreported([payout()], expectation, [refundCompetitor()]).kind).toBe(
      'ambiguous',
    );
    expect(
      attributeUnreported([payout()], expectation, [refundCompetitor({ amount: 999n })]).kind,
    ).toBe('found');
    expect(
      attributeUnreported([payout()], expectation, [refundCompetitor({ paidIn: 200n })]).kind,
    ).toBe('found');
    expect(
      attributeUnreported([payout(), payout({ index: 4, attributedTo: another })], expectation, [])
        .kind,
    ).toBe('found');
    expect(attributeUnreported([payout({ attributedTo: another })], expectation, []).kind).toBe(
      'nothing',
    );
    expect(attributeUnreported([], expectation, []).kind).toBe('nothing');
  });

  it('is not that of a swap whose order was made later', () => {
    expect(
      attributeUnreported([payout()], expectation, [competitor({ destinationAnchor: 200n })]).kind,
    ).toBe('found');
  });
});

describe('a transfer that was observed before a competitor could have been paid', () => {
  const seen = payout({ observedAt: 5_000, amount: 1_001n });
  const unpaid = { noDepositUntil: 5_001 };

  it('is not the competitor’s', () => {
    expect(
      attributeReported([seen], expectation, [competitor(unpaid), refundCompetitor(unpaid)]),
    ).toMatchObject({
      kind: 'found',
      level: 'verified',
    });
    expect(
      attributeUnreported([seen], expectation, [competitor(unpaid), refundCompetitor(unpaid)]).kind,
    ).toBe('found');
    expect(attributeOtherToken([seen], expectation, [competitor(unpaid)]).kind).toBe(
      'paid_in_other_token',
    );
    const paid = { amount: 1_001n, block: 150n, dropBps: 1_000 };
    const others = [
      { kind: 'refund', amount: 1_001n, ...unpaid },
      { kind: 'payout', minOut: 900n, ...unpaid },
    ] as const;
    expect(attributeRefund([seen], paid, others).kind).toBe('found');
  });

  it.each([0, 4_999, 5_000])('may be where nothing had come until %i', (noDepositUntil) => {
    expect(attributeReported([seen], expectation, [competitor({ noDepositUntil })]).kind).toBe(
      'ambiguous',
    );
    const { observedAt: _, ...unrecorded } = seen;
    expect(attributeUnreported([unrecorded], expectation, [competitor(unpaid)]).kind).toBe(
      'ambiguous',
    );
  });
});

describe('what our own transaction brought', () => {
  it('is summed up over its transfers', () => {
    const parts = [payout({ index: 1, amount: 600n }), payout({ index: 2, amount: 400n })];
    expect(attributeOwn(parts, 1_000n)).toMatchObject({
      kind: 'found',
      legs: [{ amount: 600n }, { amount: 400n }],
    });
    expect(attributeOwn(parts, 1_001n)).toEqual({
      kind: 'below_minimum',
      amount: 1_000n,
      minOut: 1_001n,
    });
    expect(attributeOwn([], 1n)).toEqual({ kind: 'nothing' });
  });
});

describe('a transfer back to the payer', () => {
  const paid = { amount: 1_000n, block: 150n, dropBps: 1_000 };

  it('is inferred to be the refund when it is the only one of about the amount', () => {
    expect(
      attributeRefund([payout({ amount: 990n }), payout({ index: 4, amount: 5n })], paid, []),
    ).toMatchObject({
      kind: 'found',
      level: 'inferred',
      legs: [{ amount: 990n, role: 'refund' }],
    });
  });

  it.each([
    ['came before the payment', [payout({ block: 150n })], [], 'nothing'],
    ['is much less than was paid', [payout({ amount: 899n })], [], 'nothing'],
    ['is more than was paid', [payout({ amount: 1_001n })], [], 'nothing'],
    ['has settled another swap', [payout({ attributedTo: another })], [], 'nothing'],
    ['is one of two', [payout(), payout({ index: 4, amount: 950n })], [], 'ambiguous'],
    [
      'could be that of another open swap',
      [payout()],
      [{ kind: 'refund', amount: 1_050n }],
      'ambiguous',
    ],
    [
      'could be the payout of another open swap',
      [payout()],
      [{ kind: 'payout', minOut: 900n }],
      'ambiguous',
    ],
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
  ] as const)('%s', (_, candidates, competitors, kind) => {
    expect(attributeRefund(candidates, paid, competitors).kind).toBe(kind);
  });
});

describe('a payout in another token', () => {
  it('is at most `router-reported`, and not taken from another swap', () => {
    expect(attributeOtherToken([payout()], expectation, [])).toMatchObject({
      kind: 'paid_in_other_token',
      legs: [{ level: 'router-reported', role: 'payout' }],
    });
    expect(attributeOtherToken([payout({ final: false })], expectation, []).kind).toBe('not_final');
    expect(attributeOtherToken([payout({ attributedTo: another })], expectation, [])).toEqual({
      kind: 'attributed',
      bySwap: another,
    });
    expect(attributeOtherToken([payout({ block: 150n })], expectation, [])).toEqual({
      kind: 'nothing',
    });
    expect(attributeOtherToken([payout()], expectation, [competitor()])).toEqual({
      kind: 'ambiguous',
    });
    expect(attributeOtherToken([payout()], expectation, [refundCompetitor()])).toEqual({
      kind: 'ambiguous',
    });
    expect(
      attributeOtherToken([payout()], expectation, [refundCompetitor({ token: '0xdai' })]).kind,
    ).toBe('paid_in_other_token');
  });
});
