import type { Hex } from 'viem';
import type { ChainAddress, TransactionId } from '../notation.ts';
import type { ChainSnapshot } from './audit-types.ts';

/**
 * The audit's own connection to a chain, independent of what it checks. Addresses and ids are in
 * the sandbox's internal form.
 */
export interface AuditReader {
  /** Reads all token and native balances of the accounts at the latest block. */
  takeSnapshot(accounts: readonly ChainAddress[]): Promise<ChainSnapshot>;
  /**
   * Finds every transaction that the accounts sent after the opening and up to the closing, in all
   * blocks.
   * @throws {SandboxError} `engine-failed` if the count differs from the chain's own
   */
  findTransactions(opening: ChainSnapshot, closing: ChainSnapshot): Promise<SentTransaction[]>;
  /**
   * @returns undefined if no block has the transaction. On a chain without an index by id, if no
   *   block of the period has it.
   */
  findReceipt(id: TransactionId, period: Period): Promise<AuditReceipt | undefined>;
  /** The fixed fee that a gateway reports; zero if the contract has none. */
  readFixedFee(contract: ChainAddress): Promise<bigint>;
}

/** The blocks after the opening up to the closing. */
export interface Period {
  readonly opening: ChainSnapshot;
  readonly closing: ChainSnapshot;
}

/** A transaction that an account sent, with its cost. */
export interface SentTransaction {
  readonly id: TransactionId;
  readonly account: ChainAddress;
  readonly to: ChainAddress | null;
  readonly input: Hex;
  /** In the native coin's base units. */
  readonly value: bigint;
  /**
   * The execution fee in the native coin's base units; on Solana with account rent, on TON with all
   * costs of the trace.
   */
  readonly fee: bigint;
  /**
   * Somebody else sent the message, and the account paid only the fee of receiving it, as on TON.
   * What it received is not included.
   */
  readonly isTakenIn?: boolean;
}

export interface AuditReceipt {
  readonly id: TransactionId;
  /**
   * On Solana the slot. On TON, whose transactions do not name their block, the last block of the
   * period.
   */
  readonly blockNumber: bigint;
  readonly isSuccessful: boolean;
  /** The sender. */
  readonly from: ChainAddress;
  /**
   * What an account gained of a token, or of the native coin without the fee, in base units;
   * negative for a loss.
   * @returns undefined if the receipt does not show it
   */
  gained(account: ChainAddress, token: ChainAddress): bigint | undefined;
  /**
   * Whether the receipt shows all moves of the native coin. Otherwise it shows only direct payments
   * and those of a bridge's contract.
   */
  readonly listsAllNative: boolean;
}
