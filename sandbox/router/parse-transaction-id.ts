import type { TransactionId } from '../notation.ts';
import type { SandboxChains } from '../sandbox-chain.ts';

/**
 * Reads a transaction id of any chain: of an EVM chain with `0x`, of TRON and of Bitcoin without,
 * of Solana in base 58. @returns undefined if it is none
 */
export function parseTransactionId(chains: SandboxChains, text: string): TransactionId | undefined {
  for (const { notation } of chains.values()) {
    const id = notation.parseTransactionId(text);
    if (id !== undefined) return id;
  }
  return undefined;
}
