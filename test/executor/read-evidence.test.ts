import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/core/swap.ts';
import { readEvidence } from '../../src/executor/read-evidence.ts';
import { aLandedPayment, aLease, anAttempt, aSnapshot, aStep, aSwap, included } from '../support/snapshot.ts';

const txId = `0x${'cd'.repeat(32)}`;

/** What is read of a transaction that brings the wallet some of the source token in this block. */
async function refundIn(block: bigint, payment: Step) {
  const snapshot = aSnapshot({ swap: aSwap({ state: 'needs_review', fundsState: 'in_flight' }), steps: [payment] });
  const { token, chain } = snapshot.swap.job.from;
  const transfer = { txId, index: 0, token, amount: 7n, block: { number: block, hash: '0xb' }, final: true };
  const adapter = {
    parseTxId: (text: string) => text,
    receivedIn: async () => [transfer],
  };
  const journal = {
    isOwnTransaction: async () => false,
    claimedLegs: async () => [],
    lostRefunds: async () => [],
    othersTransactions: async () => [],
  };
  const context = { journal, chains: new Map([[chain, adapter]]), deposits: [] };
  return readEvidence(context as never, snapshot, 'refunded', txId, undefined);
}

describe('what a transaction shows of a refund', () => {
  const inBlock = (block: bigint, succeeded = true) =>
    aStep({
      lease: aLease([anAttempt({ inclusion: { ...included, block: { number: block, hash: '0xb' }, succeeded } })]),
    });

  it('is nothing as long as the payment is in no block, or failed there', async () => {
    const refused = { code: 'EVIDENCE_NOT_SHOWN' };
    await expect(refundIn(200n, aStep({ lease: aLease([anAttempt()]) }))).rejects.toMatchObject(refused);
    await expect(refundIn(200n, inBlock(100n, false))).rejects.toMatchObject(refused);
  });

  it('is what came after the payment, be that proven or not', async () => {
    await expect(refundIn(100n, inBlock(100n))).rejects.toMatchObject({ code: 'EVIDENCE_NOT_SHOWN' });
    expect(await refundIn(101n, inBlock(100n))).toMatchObject({ legs: [{ role: 'refund', amount: 7n }] });
    expect(await refundIn(1_000_000n, aLandedPayment())).toMatchObject({ legs: [{ role: 'refund' }] });
  });
});
