import type { Hex } from 'viem';
import type { BridgeId, PayerId } from './chains/bridge-ids.ts';
import type { ChainDefinition } from './chains/chain-catalogue.ts';
import type { Heads } from './chains/heads.ts';
import type { Reorganization, ReorganizeOptions } from './chains/reorganization.ts';
import type { Token } from './chains/token.ts';
import type { OrderedDeposit, Transfer, TransferQuery } from './chains/transfer.ts';
import type { ChainFamily } from './endpoints.ts';
import type { ChainAddress, Notation, TransactionId } from './notation.ts';
import type { Deposit } from './providers/order-book.ts';

/** The members that chains of all families share. */
export interface CommonChain {
  readonly family: ChainFamily;
  readonly definition: ChainDefinition;
  /** URL of the node that users connect to. */
  readonly url: string;
  /** How users of the chain write addresses and transaction ids. */
  readonly notation: Notation;
  readonly heads: Heads;
  readonly blocks: BlockFaults;
  readonly deployment: ListedTokens;
  readonly operations: ChainOperations;
}

interface ListedTokens {
  /** The native coin first. */
  readonly tokens: readonly Token[];
  readonly native: Token;
  /** Undefined if the chain has no wrapped native token. */
  readonly wrappedNative?: Token;
  /** One for each bridge that serves this chain. */
  readonly bridgeGateways: Readonly<Partial<Record<BridgeId, BridgeGatewayEntry>>>;
}

interface BridgeGatewayEntry {
  readonly address: ChainAddress;
  /** The contract that users approve; null if no allowance is needed. */
  readonly spender: ChainAddress | null;
}

/** The faults that the control server can cause on a chain. */
interface BlockFaults {
  /** Stops or resumes block production. */
  setMining(on: boolean): Promise<void>;
  /**
   * Excludes every transaction that bids less than `leastBid`, in the chain's own unit. Default:
   * more than the sandbox's own accounts bid. On a chain without bids it excludes everything.
   */
  stall(leastBid: bigint | undefined): Promise<void>;
  /** Includes transactions of any bid again. */
  endStall(): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Promise<Reorganization>;
}

/** A transaction in the form of the member `transaction` of the router's answers (2.5). */
export type RenderedTransaction = Readonly<Record<string, unknown>>;

/** What the router and the providers do on a chain of any family. Amounts are base units. */
export interface ChainOperations {
  readGasPrice(): Promise<GasPrice>;
  /** @returns undefined while the transaction is in no block */
  findTransaction(id: TransactionId): Promise<IncludedTransaction | undefined>;
  readBalance(token: Token, owner: ChainAddress): Promise<bigint>;
  /** @returns the approve; undefined if the allowance is high enough */
  findMissingApprove(wanted: WantedAllowance): Promise<RenderedTransaction | undefined>;
  /** Wraps or unwraps the native coin, one for one. */
  buildWrap(wrapping: Wrapping): Promise<RenderedTransaction>;
  /** Builds the transaction that pays for an order. */
  buildDeposit(deposit: DepositPlan): Promise<RenderedTransaction>;
  /**
   * Reports events of the bridges in order, most of them more than once. Resolves when the signal
   * aborts.
   */
  watchBridges(watcher: BridgeWatcher): Promise<void>;
  /**
   * Derives a deposit address of the sandbox from a public role. The same role gives the same
   * address.
   */
  openDepositTarget(role: string): OrderedDeposit;
  /**
   * Returns transfers in block order. @returns undefined if a reorganization has just removed a
   * block
   */
  readTransfers(query: TransferQuery): Promise<readonly Transfer[] | undefined>;
  /**
   * Pays for an order, once.
   * @returns the transaction, once it is in a block
   * @throws {SandboxError} `transaction-failed`
   */
  payOut(payout: PlannedPayout): Promise<TransactionId>;
  /**
   * Adds an amount to the balance of an account. Resolves when nodes of the chain report the new
   * balance: in the latest block, on Solana in the latest confirmed slot.
   */
  fund(account: ChainAddress, token: Token, amount: bigint): Promise<void>;
}

/** Amounts are base units of the native coin. */
export interface GasPrice {
  readonly baseFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface IncludedTransaction {
  readonly isSuccessful: boolean;
  /** The bridge whose gateway the transaction called or paid. */
  readonly bridge: BridgeId | undefined;
  /** Ids of the orders that it paid, on chains where one transaction may pay several of them. */
  readonly orderIds?: readonly string[];
  /**
   * The id under which its deposit is known, if that differs: on TON the id of the external message
   * that started the trace.
   */
  readonly depositId?: TransactionId;
}

export interface WantedAllowance {
  readonly token: Token;
  readonly owner: ChainAddress;
  readonly spender: ChainAddress;
  readonly amount: bigint;
}

export interface Wrapping {
  readonly direction: 'wrap' | 'unwrap';
  readonly owner: ChainAddress;
  readonly amount: bigint;
  /** A generous estimate. */
  readonly gasLimit: bigint;
}

export interface DepositPlan {
  readonly bridge: BridgeId;
  readonly orderId: Hex;
  readonly from: Token;
  readonly amountIn: bigint;
  readonly sender: ChainAddress;
  readonly to: Token;
  readonly destinationChainId: number;
  readonly receiver: ChainAddress;
  /** The receiver in the notation of the destination chain. */
  readonly receiverText: string;
  readonly minimumOut: bigint;
  /** Unix seconds. */
  readonly deadline: bigint;
  /** The sender's, as the request gave it; null if it gave none. */
  readonly publicKey: string | null;
  /** A generous estimate. */
  readonly gasLimit: bigint;
}

export interface BridgeWatcher {
  /** Blocks on top of an event's block before it counts. */
  readonly confirmations: number;
  readonly signal: AbortSignal;
  onDeposit(deposit: Deposit): void;
  onRefund(refund: Withdrawal): void;
  onClaim(claim: Withdrawal): void;
}

/** Money that a contract paid out on a transaction of the refund or the claim endpoint. */
export interface Withdrawal {
  readonly orderId: Hex;
  readonly tx: TransactionId;
  /** The amount that left the contract, in base units. */
  readonly amount: bigint;
}

export interface PlannedPayout {
  readonly payer: PayerId;
  readonly orderId: Hex;
  readonly token: Token;
  readonly receiver: ChainAddress;
  /** The amount that has to arrive, in base units. */
  readonly amount: bigint;
  /** Called as soon as the payout has its final id, if that is before its block. */
  onSent(id: TransactionId): void;
}
