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

/** What chains of all families have. */
export interface CommonChain {
  readonly family: ChainFamily;
  readonly definition: ChainDefinition;
  /** Of the node that users talk to. */
  readonly url: string;
  /** How its users write addresses and transaction ids. */
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
  /** Undefined where the native coin has no such form. */
  readonly wrappedNative?: Token;
  /** Of the providers that work on this chain. */
  readonly bridgeGateways: Readonly<Partial<Record<BridgeId, BridgeGatewayPlace>>>;
}

interface BridgeGatewayPlace {
  readonly address: ChainAddress;
  /** Whom users approve; null where nothing is approved. */
  readonly spender: ChainAddress | null;
}

/** A chain's misfortunes. */
interface BlockFaults {
  /** Switches blocks off and on. */
  setMining(on: boolean): Promise<void>;
  /**
   * From now on nothing gets into a block that bids less, in the chain's own unit. Undefined: more
   * than the sandbox's own accounts bid, and than most people are ready to pay. Where nobody bids,
   * nothing gets in.
   */
  stall(leastBid: bigint | undefined): Promise<void>;
  /** From now on everything gets in again. */
  endStall(): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Promise<Reorganization>;
}

/** A transaction as a member `transaction` of the router's answers (2.5) has it. */
export type RenderedTransaction = Readonly<Record<string, unknown>>;

/** What the router and the providers do on a chain, whatever its family. Amounts are base units. */
export interface ChainOperations {
  readGasPrice(): Promise<GasPrice>;
  /** @returns undefined while the transaction is in no block */
  findTransaction(id: TransactionId): Promise<IncludedTransaction | undefined>;
  readBalance(token: Token, owner: ChainAddress): Promise<bigint>;
  /** @returns the transaction that gives the approval; undefined if there is no need of one */
  findMissingApproval(wanted: WantedApproval): Promise<RenderedTransaction | undefined>;
  /** Turns native coins into wrapped ones, or these into those, one for one. */
  buildWrap(wrapping: Wrapping): Promise<RenderedTransaction>;
  /** Pays an order in. */
  buildDeposit(deposit: DepositPlan): Promise<RenderedTransaction>;
  /**
   * Reports what happens to bridges, in order, and most of it more than once. Resolves when the
   * signal aborts.
   */
  watchBridges(watcher: BridgeWatcher): Promise<void>;
  /**
   * A place of the sandbox's own, whose key is made from its public role: the same for the same
   * role.
   */
  openDepositPlace(role: string): OrderedDeposit;
  /** In the order of their blocks. @returns undefined if some of these have just been taken away */
  readTransfers(query: TransferQuery): Promise<readonly Transfer[] | undefined>;
  /**
   * Pays for an order, once.
   * @returns the transaction, once it is in a block
   * @throws {SandboxError} `transaction-failed`
   */
  payOut(payout: PlannedPayout): Promise<TransactionId>;
  /**
   * Gives an account so much on top of what it has. Resolves when the state that nodes of the chain
   * answer by shows it: the latest block's, on Solana the latest confirmed one's.
   * @throws {SandboxError} `transaction-failed`
   */
  fund(account: ChainAddress, token: Token, amount: bigint): Promise<void>;
}

/** In the native coin's base units. */
export interface GasPrice {
  readonly baseFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface IncludedTransaction {
  readonly isSuccessful: boolean;
  /** Whose gateway it called or paid. */
  readonly bridge: BridgeId | undefined;
  /** What it has paid in, by the orders' ids, where it may be several of which some fail. */
  readonly orderIds?: readonly string[];
  /**
   * By which id a deposit of it is known, where that is another one: on TON that of the message
   * that began it all.
   */
  readonly depositId?: TransactionId;
}

export interface WantedApproval {
  readonly token: Token;
  readonly owner: ChainAddress;
  readonly spender: ChainAddress;
  readonly amount: bigint;
}

export interface Wrapping {
  readonly direction: 'wrap' | 'unwrap';
  readonly owner: ChainAddress;
  readonly amount: bigint;
  /** A generous guess. */
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
  /** The receiver as users of the destination chain write it. */
  readonly receiverText: string;
  readonly minimumOut: bigint;
  /** Unix seconds. */
  readonly deadline: bigint;
  /** The sender's, as it was told; null where it was not. */
  readonly publicKey: string | null;
  /** A generous guess. */
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

/**
 * Money that left a contract because somebody sent the refund or the claim endpoint's transaction.
 */
export interface Withdrawal {
  readonly orderId: Hex;
  readonly tx: TransactionId;
  /** What left the contract, in base units. */
  readonly amount: bigint;
}

export interface PlannedPayout {
  readonly payer: PayerId;
  readonly orderId: Hex;
  readonly token: Token;
  readonly receiver: ChainAddress;
  /** What has to arrive. */
  readonly amount: bigint;
  /** Told as soon as the payout has an id that it keeps, if that is before it is in a block. */
  onSent(id: TransactionId): void;
}
