import type { ChainFacts } from '../../shared/formats/chain-facts.ts';
import type { FeeProfile } from './fee-profile.ts';

export interface EvmChain extends ChainFacts {
  family: 'evm';
  /** EIP-155 chain id. */
  chainId: number;
  /**
   * Blocks on top of inclusion after which it counts as irreversible (proofs, final failure,
   * settlement).
   */
  proofDepth: number;
  transactionType: 'eip1559' | 'legacy';
  /** Minimum raise of every fee field of a replacement, in basis points, rounded up. */
  replacementBps: number;
  fees: FeeProfile;
}

/** The native coin as a token address: the zero address (router interface 2.1). */
export const evmNativeToken = '0x0000000000000000000000000000000000000000';
