import type { Hex } from 'viem';
import type { ChainAddress, TransactionId } from '../notation.ts';
import type { ChainSnapshot } from './audit-types.ts';

/**
 * The audit's own connection to one chain: it shares nothing with what it checks. ChainAddresses
 * and ids are as the sandbox keeps them.
 */
export interface AuditReader {
  /** Reads every token and the native coin of all accounts at the latest block. */
  takeSnapshot(accounts: readonly ChainAddress[]): Promise<ChainSnapshot>;
  /**
   * Finds every transaction that the accounts sent after the opening and up to the closing, by
   * reading all blocks.
   * @throws {SandboxError} `engine-failed` if the chain says that there are more or fewer
   */
  findTransactions(opening: ChainSnapshot, closing: ChainSnapshot): Promise<SentTransaction[]>;
  /**
   * @returns undefined if no block has the transaction; where a chain has no index by id, if no
   * block of the period has it
   */
  findReceipt(id: TransactionId, period: Period): Promise<AuditReceipt | undefined>;
  /** What a gateway says that it takes for an order; nothing if it is no gateway with a fee. */
  readFixedFee(contract: ChainAddress): Promise<bigint>;
}

/** The blocks after the opening's, up to the closing's. */
export interface Period {
  readonly opening: ChainSnapshot;
  readonly closing: ChainSnapshot;
}

/** A transaction that an account has sent, with what it cost. */
export interface SentTransaction {
  readonly id: TransactionId;
  readonly account: ChainAddress;
  readonly to: ChainAddress | null;
  readonly input: Hex;
  /** In the native coin's base units. */
  readonly value: bigint;
  /**
   * What was paid for its execution, in the same; on Solana also for the rent of accounts, on TON
   * for all that was done for it.
   */
  readonly fee: bigint;
  /**
   * Somebody else has sent it, and the account has paid the fee for taking it in, as on TON. What
   * it brought is no part of it.
   */
  readonly isTakenIn?: boolean;
}

export interface AuditReceipt {
  readonly id: TransactionId;
  /**
   * On Solana, the slot; on TON, where a transaction does not say its block, the last of the
   * period.
   */
  readonly blockNumber: bigint;
  readonly isSuccessful: boolean;
  /** Who sent it. */
  readonly from: ChainAddress;
  /**
   * What an account gained of a token, or of the native coin beside the fee, in base units;
   * negative for a loss.
   * @returns undefined where nothing tells
   */
  gained(account: ChainAddress, token: ChainAddress): bigint | undefined;
  /**
   * Whether all that moves of the native coin shows; otherwise only what is paid directly, or by a
   * bridge's contract.
   */
  readonly listsAllNative: boolean;
}
