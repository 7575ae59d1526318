import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/core/decide/decision.ts';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import { attributePromised } from '../../../src/core/settlement/attribute-promised.ts';
import { reportedTransaction } from '../../../src/core/settlement/reported-transaction.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { RouterStatus, Snapshot } from '../../../src/core/swap/swap.ts';
import { decideAt } from '../../support/decide-at.ts';
import {
  aJob,
  aLandedPayment,
  aReadyOrder,
  aSnapshot,
  aSwap,
  noon,
} from '../../support/snapshot.ts';

const txId = 'c0ffeeba'.repeat(8);
const job: Job = aJob({
  to: {
    family: 'other',
    chain: 'LITECOIN',
    token: '0x00',
    decimals: 8,
    symbol: 'LTC',
    reportedOnly: true,
  },
});

function says(status: string, change: Partial<RouterStatus> = {}): RouterStatus {
  return { status, at: noon, firstAskedAt: noon, since: noon, ...change };
}

function settling(routerStatus: RouterStatus): Snapshot {
  const swap = aSwap({ state: 'settling', fundsState: 'in_flight', job, routerStatus });
  return aSnapshot({ swap, order: aReadyOrder({ minOut: 397n }), steps: [aLandedPayment()] });
}

const destination = { chain: 'LITECOIN', txId };

describe('a payout on a chain that Ferryman cannot read', () => {
  const found = (status: RouterStatus) =>
    attributePromised(settling(status).swap, aReadyOrder({ minOut: 397n }));

  it('is the order’s promised minimum, with level `router-reported`', () => {
    const leg = {
      chain: 'LITECOIN',
      txId,
      token: '0x00',
      amount: 397n,
      role: 'payout',
      promised: true,
    };
    expect(found(says('SUCCESS', { destination }))).toMatchObject({
      kind: 'found',
      level: 'router-reported',
      legs: [{ ...leg, level: 'router-reported' }],
    });
  });

  it.each(['PENDING', 'REVERTED', 'FAIL', 'READY_TO_CLAIM'])(
    'is none while it says %s of a transaction',
    (status) => {
      expect(found(says(status, { destination }))).toEqual({ kind: 'unseen', chain: 'LITECOIN' });
    },
  );

  it('is none without a transaction', () => {
    expect(found(says('SUCCESS'))).toEqual({ kind: 'unseen', chain: 'LITECOIN' });
  });
});

describe('a swap whose destination Ferryman cannot read', () => {
  it.each([
    ['SUCCESS', 'payout'],
    // Ferryman cannot read the transaction, which may be the refund's.
    ['REVERTED', 'refund'],
    ['FAIL', 'refund_or_payout'],
  ])('on %s is looked after by what is known here', (status, look) => {
    expect(decideAt(settling(says(status, { destination })))).toMatchObject({
      kind: 'find_settlement',
      look,
    });
  });

  it('leaves a claim to a person: nothing is signed there', () => {
    expect(decideAt(settling(says('READY_TO_CLAIM')))).toMatchObject({
      kind: 'transition',
      state: 'needs_review',
      fundsState: 'in_flight',
      reason: { code: 'ROUTER_STATUS_NEEDS_PERSON' },
    });
  });

  it.each([
    ['SUCCESS', 'SETTLEMENT_DISPUTED', 'unknown'],
    ['PENDING', 'SETTLEMENT_OVERDUE', 'in_flight'],
  ])('wants a person where %s names no transaction for too long', (status, code, fundsState) => {
    const unseen: Observation = {
      kind: 'settlement',
      finding: { kind: 'unseen', chain: 'LITECOIN' },
    };
    if (status === 'SUCCESS') expect(decideAt(settling(says(status)), unseen).kind).toBe('wait');
    expect(
      decideAt(settling(says(status, { firstAskedAt: noon - policy.reviewAfter })), unseen),
    ).toMatchObject({
      state: 'needs_review',
      fundsState,
      reason: { code, message: expect.stringContaining('cannot read LITECOIN') },
    });
  });
});

describe('the id of a transaction that Ferryman cannot read', () => {
  const payment = `0x${'ab'.repeat(32)}`;

  it.each([
    txId,
    'XGXZ4LQIRFZF2ZLQ4QZBQVXOJ7DTQCQXPCIZ5MVJNUQ52NKKN6PA',
    '0.0.1234@1700000000.000000001',
  ])('is kept as it is: %s', (text) => {
    expect(reportedTransaction(text, 'other', payment)).toBe(text);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'pending'],
    ['a sentence', 'it will be sent in a moment'],
    ['a line of a terminal', `${txId}\u001b[2J`],
    ['too much', 'a'.repeat(201)],
    ['zeros', '0'.repeat(64)],
    ['zeros of EVM', `0x${'0'.repeat(64)}`],
    ['the payment', payment],
    ['the payment in another spelling', payment.slice(2).toUpperCase()],
  ])('is not %s', (_what, text) => {
    expect(reportedTransaction(text, 'other', payment)).toBeUndefined();
  });

  const hash = Buffer.from(txId, 'hex').toString('base64');
  const signature =
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQkjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

  it.each([
    ['evm', txId.toUpperCase(), `0x${txId}`],
    ['evm', `0x${txId}`, `0x${txId}`],
    ['tron', `0x${txId}`, txId],
    ['bitcoin', txId, txId],
    ['ton', hash, txId],
    ['ton', txId.toUpperCase(), txId],
    ['solana', signature, signature],
    ['other', txId.toUpperCase(), txId],
    ['other', `0x${txId}`, txId],
    ['other', `0X${txId.toUpperCase()}`, txId],
  ] as const)('has one form on a chain of the family %s: %s', (family, text, id) => {
    expect(reportedTransaction(text, family, undefined)).toBe(id);
  });

  it.each([
    ['evm', signature],
    ['evm', `${txId}-2`],
    ['evm', 'WAITING_FOR_PAYOUT_TRANSACTION'],
    ['tron', `0x${txId}0`],
    ['bitcoin', hash],
    ['ton', signature],
    ['solana', txId],
  ] as const)('is none on a chain of the family %s: %s', (family, text) => {
    expect(reportedTransaction(text, family, undefined)).toBeUndefined();
  });
});
