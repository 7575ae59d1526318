import type { TransactionId } from '../notation.ts';
import type { SandboxChains } from '../sandbox-chain.ts';

/**
 * Reads a transaction id of any chain: `0x` hex for EVM chains, hex without `0x` for TRON and
 * Bitcoin, base 58 for Solana.
 * @returns undefined if the text is none of these
 */
export function parseTransactionId(chains: SandboxChains, text: string): TransactionId | undefined {
  for (const { notation } of chains.values()) {
    const id = notation.parseTransactionId(text);
    if (id !== undefined) return id;
  }
  return undefined;
}
