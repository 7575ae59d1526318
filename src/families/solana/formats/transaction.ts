import type { Stored } from '../../shared/formats/stored.ts';

/** A whole Solana transaction of the router. Others may have signed it. */
export interface SolanaTransaction {
  family: 'solana';
  /** Wire form (signatures and message), base64. */
  data: string;
}

export interface SolanaFee {
  family: 'solana';
  /** Lamports for its signatures. */
  signatureFee: bigint;
  computeUnitLimit: bigint;
  /** Micro-lamports per compute unit. */
  computeUnitPrice: bigint;
}

/** Lamports: 0.005 SOL. */
export const maxPriorityFee = 5_000_000n;

export function maximumSolanaFee(fee: SolanaFee): bigint {
  const { signatureFee, computeUnitLimit, computeUnitPrice } = fee;
  return signatureFee + (computeUnitLimit * computeUnitPrice + 999_999n) / 1_000_000n;
}

export function solanaFeeFromStored(stored: Stored<SolanaFee>): SolanaFee {
  const { family, signatureFee, computeUnitLimit, computeUnitPrice } = stored;
  return {
    family,
    signatureFee: BigInt(signatureFee),
    computeUnitLimit: BigInt(computeUnitLimit),
    computeUnitPrice: BigInt(computeUnitPrice),
  };
}
