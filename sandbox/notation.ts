import type { Hex } from 'viem';

/**
 * An address as it is kept inside the sandbox: its bytes with `0x`, 20 of them on the EVM (with its
 * checksum) and on TRON, 32 on Solana and on TON, and on Bitcoin the output script. The native coin
 * has the EVM's zero address on every chain.
 */
export type ChainAddress = Hex;

/**
 * A transaction id as it is kept inside the sandbox: its bytes with `0x`, 32 of them on the EVM, on
 * TRON, on TON and (in the order in which they are written for people) on Bitcoin, 64 on Solana.
 */
export type TransactionId = Hex;

/**
 * How the users of a chain write addresses and transaction ids; whatever comes in or goes out
 * passes here.
 */
export interface Notation {
  /** @returns undefined if the text is no address of this chain, or its checksum is wrong */
  parseAddress(text: string): ChainAddress | undefined;
  renderAddress(address: ChainAddress): string;
  /** @returns undefined if the text is no transaction id of this chain */
  parseTransactionId(text: string): TransactionId | undefined;
  renderTransactionId(id: TransactionId): string;
}
