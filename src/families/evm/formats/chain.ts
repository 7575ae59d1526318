import type { ChainFacts } from '../../shared/formats/chain-facts.ts';

export interface EvmChain extends ChainFacts {
  family: 'evm';
  /** EIP-155 chain id. */
  chainId: number;
  /**
   * Blocks on top of inclusion after which inclusion counts as irreversible: death, final failure,
   * settled.
   */
  proofDepth: number;
  transactionType: 'eip1559' | 'legacy';
  /** How much dearer a replacement must be, in basis points, on every fee field (rounded up). */
  replacementBps: number;
}

/** EVM form of "the native coin": the zero address (router interface 2.1). */
export const evmNativeToken = '0x0000000000000000000000000000000000000000';
