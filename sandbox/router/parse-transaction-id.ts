import type { Hash } from 'viem';
import type { EvmChains } from '../evm/evm-chain.ts';

/** Reads a transaction id of any chain: of an EVM chain with `0x`, of TRON without. @returns undefined if it is none */
export function parseTransactionId(chains: EvmChains, text: string): Hash | undefined {
  for (const { face } of chains.values()) {
    const id = face.parseTransactionId(text);
    if (id !== undefined) return id;
  }
  return undefined;
}
