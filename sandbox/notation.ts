import type { Hex } from 'viem';

/**
 * An address in the sandbox's internal form, hex with `0x`: 20 bytes on the EVM (with checksum) and
 * on TRON, 32 on Solana and TON, and the output script on Bitcoin. The zero address of the EVM
 * stands for the native coin on every chain.
 */
export type ChainAddress = Hex;

/**
 * A transaction id in the sandbox's internal form, hex with `0x`: 32 bytes on the EVM, TRON, TON
 * and Bitcoin (in display byte order), 64 on Solana.
 */
export type TransactionId = Hex;

/**
 * Converts addresses and transaction ids between the internal form and the form that users of the
 * chain write.
 */
export interface Notation {
  /** @returns undefined if the text is not an address of this chain, or its checksum is wrong */
  parseAddress(text: string): ChainAddress | undefined;
  renderAddress(address: ChainAddress): string;
  /** @returns undefined if the text is not a transaction id of this chain */
  parseTransactionId(text: string): TransactionId | undefined;
  renderTransactionId(id: TransactionId): string;
}
