import type { Address, Hash, Hex, Log } from 'viem';
import type { ChainSnapshot } from './ledger-types.ts';

/**
 * The ledger's own connection to one chain: it shares nothing with what it checks. Addresses and ids have the EVM's form
 * here.
 */
export interface LedgerReader {
  /** Reads every token and the native coin of all accounts at the latest block. */
  takeSnapshot(accounts: readonly Address[]): Promise<ChainSnapshot>;
  /**
   * Finds every transaction that the accounts sent after the opening and up to the closing, by reading all blocks.
   * @throws {SandboxError} `engine-failed` if the chain says that there are more or fewer
   */
  findTransactions(opening: ChainSnapshot, closing: ChainSnapshot): Promise<SentTransaction[]>;
  /** @returns undefined if no block has the transaction */
  findReceipt(id: Hash): Promise<LedgerReceipt | undefined>;
  /** What a gateway says that it takes for an order; nothing if the contract is no gateway. */
  readFixedFee(contract: Address): Promise<bigint>;
}

/** A transaction that an account has sent, with what it cost. */
export interface SentTransaction {
  readonly id: Hash;
  readonly account: Address;
  readonly to: Address | null;
  readonly input: Hex;
  /** In the native coin's base units. */
  readonly value: bigint;
  /** What was paid for its execution, in the same. */
  readonly fee: bigint;
}

export interface LedgerReceipt {
  readonly id: Hash;
  readonly blockNumber: bigint;
  readonly isSuccessful: boolean;
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly logs: readonly Log[];
}
