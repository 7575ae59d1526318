import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { ChainHead } from '../../../core/swap/swap.ts';
import type { Endpoint as CommonEndpoint } from '../../shared/endpoints/endpoint.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { BitcoinOutput } from '../formats/read-transaction.ts';
import type { FeeRate } from './fee-rate.ts';
import type { Coin } from './fund-outputs.ts';

/**
 * One server, of whatever kind, asked what the chain knows. Every question throws
 * `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`, `RPC_MALFORMED`: that a server does not have something is
 * an answer only where it would have it.
 */
export interface Endpoint extends CommonEndpoint {
  /** The newest block of the best chain. */
  tip(): Promise<Tip>;
  /** The hash of the block that the best chain has at a height; nothing where it is shorter. */
  hashAt(height: bigint): Promise<string | undefined>;
  /** A transaction of the best chain or of the mempool. */
  transaction(txId: string): Promise<SeenTransaction | undefined>;
  /** Its bytes, with witnesses or without. */
  rawTransaction(txId: string): Promise<Uint8Array | undefined>;
  /**
   * What spends an output, in a block or in the mempool. Nothing also of one that does not exist.
   * @param outpoint `txid:vout`
   */
  spendOf(outpoint: string): Promise<Spend | undefined>;
  /** What an account has. @param script that its address stands for */
  coins(account: string, script: Uint8Array): Promise<Coins>;
  /**
   * Transactions in blocks above a height that pay to an address, the newest first; some that pay
   * from it may be among them.
   * @param script that the address stands for
   */
  payments(address: string, script: Uint8Array, after: bigint): Promise<SeenTransaction[]>;
  /**
   * The same for several addresses, as far as one look goes, the lowest blocks first: one answer
   * for each, in their order.
   * @param head what is up to the final block is not replaced any more
   */
  paymentsTo(receivers: readonly Receiver[], head: ChainHead): Promise<PaymentsFound[]>;
  /**
   * Transactions that spend coins of an address: those that wait in the mempool, and those in
   * blocks since a time, in seconds since the epoch; earlier ones may be among them.
   * @param script that the address stands for
   */
  spends(address: string, script: Uint8Array, since: number): Promise<SpendsFound>;
  /**
   * Satoshis that the transactions pay which wait for a block on top of others: our own children,
   * and what receivers have built. They go with what they spend, and whoever takes its place pays
   * for them too (BIP-125, rule 3).
   */
  descendantFees(txIds: readonly string[]): Promise<bigint>;
  /**
   * What it takes to be included within so many blocks, by the nearest estimate for no more than
   * these; nothing where nobody has one.
   */
  feeRate(within: number): Promise<FeeRate | undefined>;
  /**
   * Hands over a transaction, in hex without 0x; what the server says to it: a transaction id, or
   * why it does not take it.
   */
  send(hex: string): Promise<{ ok: true; txId: string } | { ok: false; said: string }>;
}

export interface Block extends BlockReference {
  /** In seconds since the epoch. */
  time: number;
}

export interface Tip extends Block {
  /**
   * The median of the last eleven blocks' times, in seconds since the epoch: no later block is
   * older (BIP-113).
   */
  medianTime: number;
}

/** A transaction as a server tells of it. */
export interface SeenTransaction {
  txId: string;
  /** Satoshis. */
  fee: bigint;
  /**
   * What its inputs spend; nothing of what a miner makes. Told, and not checked against their ids:
   * nothing is signed by it.
   */
  spends: readonly BitcoinOutput[];
  outputs: readonly BitcoinOutput[];
  /** Where it is; nothing while it is in no block. */
  block?: BlockReference;
}

/** Whose payments in blocks above a height are wanted. */
export interface Receiver {
  address: string;
  /** That the address stands for. */
  script: Uint8Array;
  after: bigint;
}

export interface PaymentsFound {
  transactions: readonly IncludedTransaction[];
  /** No transaction up to this height is left out. */
  until: bigint;
  /** And none up to the newest block, whether that is final or not. */
  isWhole: boolean;
}

export interface SpendsFound {
  txIds: readonly string[];
  /** False: there are more than one look goes through. */
  isWhole: boolean;
}

export interface IncludedTransaction extends SeenTransaction {
  block: BlockReference;
  /** When its block was made, in seconds since the epoch. */
  time: number;
}

/** Which transaction spends an output. */
export interface Spend {
  txId: string;
  /** Nothing while it is in no block. */
  block?: BlockReference;
}

export interface Coins {
  /**
   * Those in a block that nothing in the mempool spends: what may be spent. One that is only in the
   * mempool may go away with what made it.
   */
  spendable: readonly Coin[];
  /**
   * Those that come back of the account's own transactions, once these are in a block. What
   * somebody else has sent is none before.
   */
  onTheirWay: readonly Coin[];
}

/** What is wrong where a server's network is not the configured one. */
export function networkFaultOf(
  { name, genesis }: Pick<BitcoinChain, 'name' | 'genesis'>,
  served: string | undefined,
): string | undefined {
  if (served === genesis.toLowerCase()) return undefined;
  return `serves the network whose first block is ${served}; ${name} is configured as that of ${genesis}`;
}
