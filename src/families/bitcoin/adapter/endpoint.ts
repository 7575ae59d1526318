import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { ChainHead } from '../../../core/swap/swap.ts';
import type { Endpoint as CommonEndpoint } from '../../shared/endpoints/endpoint.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { BitcoinOutput } from '../formats/read-transaction.ts';
import type { KnownRate } from './fee-rate.ts';
import type { Coin } from './fund-outputs.ts';

/**
 * One server of any kind. Every method throws `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`,
 * `RPC_MALFORMED`. A server reports something as absent only if it has the index for it.
 */
export interface Endpoint extends CommonEndpoint {
  /**
   * Whether it has an index of addresses. Without one, the first question about a wallet's coins
   * takes minutes.
   */
  readonly hasAddressIndex: boolean;
  /** The newest block of the best chain. */
  tip(): Promise<Tip>;
  /** The hash of the best chain's block at a height. `undefined` if the chain is shorter. */
  hashAt(height: bigint): Promise<string | undefined>;
  /** A transaction of the best chain or of the mempool. */
  transaction(txId: string): Promise<SeenTransaction | undefined>;
  /** A transaction's bytes, with or without witnesses. */
  rawTransaction(txId: string): Promise<Uint8Array | undefined>;
  /**
   * The spend of an output, in a block or in the mempool. `undefined` if the output is unspent or
   * does not exist.
   * @param outpoint `txid:vout`
   */
  spendOf(outpoint: string): Promise<Spend | undefined>;
  /** A wallet's coins, of all its addresses. */
  coins(places: Places): Promise<Coins>;
  /**
   * Transactions in blocks above a height that pay to an address, newest first. May include some
   * that pay from it.
   * @param script the address's output script
   */
  payments(address: string, script: Uint8Array, after: bigint): Promise<SeenTransaction[]>;
  /**
   * The same for several addresses, lowest blocks first, limited per poll. One answer per receiver,
   * in their order.
   * @param head blocks up to `final` are not replaced any more
   */
  paymentsTo(receivers: readonly Receiver[], head: ChainHead): Promise<PaymentsFound[]>;
  /**
   * Transactions that spend coins of a wallet's addresses: those in the mempool, and those in blocks
   * since a time, in seconds since the epoch. May include earlier ones.
   */
  spends(places: Places, since: number): Promise<SpendsFound>;
  /**
   * Total fees, in satoshis, of the unconfirmed descendants of transactions: the wallet's own
   * children and those of receivers. A replacement evicts them and must pay for them too (BIP-125,
   * rule 3).
   */
  descendantFees(txIds: readonly string[]): Promise<bigint>;
  /**
   * The fee rate for inclusion within so many blocks, by the nearest estimate for that number or
   * fewer.
   */
  feeRate(within: number): Promise<KnownRate>;
  /**
   * Broadcasts a transaction, in hex without 0x. `reason` is the server's text if it refuses.
   */
  send(hex: string): Promise<{ ok: true; txId: string } | { ok: false; reason: string }>;
}

export interface Block extends BlockReference {
  /** In seconds since the epoch. */
  time: number;
}

export interface Tip extends Block {
  /**
   * Median time of the last eleven blocks, in seconds since the epoch. No later block is older
   * (BIP-113).
   */
  medianTime: number;
}

/** A transaction as a server reports it. */
export interface SeenTransaction {
  txId: string;
  /** Satoshis. */
  fee: bigint;
  /**
   * The spent outputs, empty for a coinbase. Reported by the server and not verified, because no
   * signature depends on them.
   */
  spends: readonly BitcoinOutput[];
  outputs: readonly BitcoinOutput[];
  /** Absent while it is in no block. */
  block?: BlockReference;
}

/** An address, and its output script. */
export interface Place {
  address: string;
  script: Uint8Array;
}

/** The addresses of a wallet. */
export type Places = readonly [Place, ...Place[]];

/** An address whose payments in blocks above `after` are searched. */
export interface Receiver extends Place {
  after: bigint;
}

export interface PaymentsFound {
  transactions: readonly IncludedTransaction[];
  /** The transactions are complete up to this height. */
  until: bigint;
  /** Whether they are complete up to the newest block, final or not. */
  isWhole: boolean;
}

export interface SpendsFound {
  txIds: readonly string[];
  /** False if there are more than one question reads. */
  isWhole: boolean;
}

export interface IncludedTransaction extends SeenTransaction {
  block: BlockReference;
  /** Time of its block, in seconds since the epoch. */
  time: number;
}

/** The transaction that spends an output. */
export interface Spend {
  txId: string;
  /** Absent while it is in no block. */
  block?: BlockReference;
}

export interface Coins {
  /**
   * Confirmed coins that no mempool transaction spends. An unconfirmed coin may disappear with its
   * transaction.
   */
  spendable: readonly Coin[];
  /** Unconfirmed change of the wallet's own transactions. Payments by others do not count. */
  onTheirWay: readonly Coin[];
}

/** Why a server is not of the configured network, or `undefined` if it is. */
export function networkFaultOf(
  { name, genesis }: Pick<BitcoinChain, 'name' | 'genesis'>,
  served: string | undefined,
): string | undefined {
  if (served === genesis.toLowerCase()) return undefined;
  return `serves the network whose first block is ${served}; ${name} is configured as that of ${genesis}`;
}
