import { describe, expect, it } from 'vitest';
import type { Signature } from '../../src/ports/signature-log.ts';
import type { PartToSign } from '../../src/ports/signer.ts';
import { requireReason } from '../../src/signer/require-reason.ts';
import { account, aReadyOrder, aSwap, noon, target } from '../support/snapshot.ts';

const swap = aSwap();
const leaseOf = (nonce: bigint) => ({ account, terms: { kind: 'nonce', nonce } }) as const;

/** A payment that was judged with 5 base units of fees signed for before. */
function payment(nonce: bigint): PartToSign {
  const fee = { family: 'evm', gasLimit: 1n, maxFeePerGas: 5n, maxPriorityFeePerGas: 1n } as const;
  return {
    swap,
    lease: leaseOf(nonce),
    intent: { kind: 'swap', order: aReadyOrder() },
    transaction: { family: 'evm', to: target, data: '0x', value: 0n },
    unsigned: { family: 'evm', chain: 'ETH', account, bytes: '0x02', fee },
    feeSpent: 5n,
  };
}

function approve(nonce: bigint, maxFee: bigint): Signature {
  const { id: swapId, idempotencyKey } = swap;
  return {
    ...{ chain: 'ETH', txId: `0x${nonce}`, bytes: '0x02', lease: leaseOf(nonce), maxFee },
    signedAt: noon,
    parts: [{ swapId, idempotencyKey, retries: [], intent: 'approve' }],
  };
}

const outcome = (signed: readonly Signature[], nonce = 9n): string => {
  try {
    requireReason(payment(nonce), signed, noon);
    return 'signs';
  } catch (error) {
    const { code, next } = error as { code: string; next: string };
    return `${code} ${next}`;
  }
};

describe('the fees of one swap', () => {
  it('may be those by which the guard has judged', () => {
    expect(outcome([approve(1n, 5n)])).toBe('signs');
  });

  it('count once for each lease, with the largest', () => {
    expect(outcome([approve(1n, 4n), approve(1n, 5n)])).toBe('signs');
  });

  it('may not have grown since, by a request that was judged at the same time', () => {
    expect(outcome([approve(1n, 5n), approve(2n, 1n)])).toBe('SIGNER_REFUSED retry');
  });

  it('are not those of a transaction that this one excludes', () => {
    expect(outcome([approve(1n, 5n), approve(9n, 100n)])).toBe('signs');
  });
});
