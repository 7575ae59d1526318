import type { Family } from '../core/swap/chains.ts';
import type { LeaseTerms } from '../core/swap/swap.ts';
import type { Fee } from '../core/swap/transaction-object.ts';

/** The terms of a first lease, where the account's own are not known. */
export const firstTerms: Readonly<Record<Family, LeaseTerms>> = {
  evm: { kind: 'nonce', nonce: 0n },
  tron: { kind: 'expiry' },
  solana: { kind: 'expiry' },
  ton: { kind: 'seqno', seqno: 0n },
  bitcoin: { kind: 'outpoints', outpoints: [] },
};

/** Where a fee is neither known nor judged. */
export const smallFees: Readonly<Record<Family, Fee>> = {
  evm: { family: 'evm', gasLimit: 500_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
  tron: { family: 'tron', feeLimit: 1n, bandwidthFee: 1n },
  solana: {
    family: 'solana',
    signatureFee: 5_000n,
    computeUnitLimit: 200_000n,
    computeUnitPrice: 0n,
  },
  ton: { family: 'ton', walletFee: 1n },
  bitcoin: { family: 'bitcoin', total: 1n, virtualSize: 1n },
};
