import type { Deposit, DepositPayment } from '../../core/deposits/deposit.ts';
import type { OrderedDeposit } from '../../core/deposits/judge-deposit-payments.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { OrderId, SwapId } from '../../core/swap/ids.ts';
import type { SwapState } from '../../core/swap/swap.ts';

/** Deposit targets of orders, and the payments observed there. */
export interface DepositStore {
  /**
   * The deposit targets that are due for a read: at once if a person is to pay, otherwise less
   * often the older they are.
   */
  depositTargets(query: DepositTargetsQuery): Promise<WatchedDeposit[]>;
  /**
   * Stores observed payments. Reopens an ended swap if an order of it received money that no
   * payment accounts for. Returns the swaps that changed; those that go on are due now.
   */
  recordDeposits(scans: readonly DepositScan[]): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Ends a reopened swap again as it had ended, after a person has dealt with the money. Throws
   * `NOT_FOUND`, `NOTHING_TO_ACKNOWLEDGE`.
   */
  acknowledge(id: SwapId, note: string): Promise<SwapState>;
  /** The chain heads at the swap's first order: no transfer of the swap came before. */
  orderAnchors(id: SwapId): Promise<OrderAnchors>;
}

/** A member is absent if no order has such an anchor. */
export interface OrderAnchors {
  /** Of the destination chain. */
  destination?: bigint;
  /** Of the source chain, if an order is paid by deposit. */
  deposit?: bigint;
}

export interface DepositTargetsQuery {
  chain: ChainName;
  /** Milliseconds between two reads of a new target where no person is to pay. */
  pace: number;
  /** Maximum milliseconds between two reads of a target of any age. */
  slowest: number;
  /** Maximum number of targets, those read longest ago first. */
  limit: number;
}

/** A deposit target that is watched. */
export interface WatchedDeposit extends OrderedDeposit {
  orderId: OrderId;
  swapId: SwapId;
  /** Canonical form of the address. */
  account: string;
  token: TokenAddress;
  /** All payments up to this block have been seen. */
  after: bigint;
  /**
   * The newest block when the order was requested: no payment of it came before. At most `after`.
   */
  anchor: bigint;
  /** A person is to pay there now, so the target is read up to the newest block. */
  isWaitedFor: boolean;
  /** When the journal told of it, in milliseconds of its clock. */
  askedAt: number;
}

/** What one read of a target found. All `payments` are in blocks after its `after`. */
export interface DepositScan {
  orderId: OrderId;
  swapId: SwapId;
  payments: readonly DepositPayment[];
  /** All payments up to this block have now been seen. */
  scannedUntil: bigint;
  /**
   * How long ago the read began, in milliseconds: it may have missed later payments. Default: 0.
   */
  ago?: number;
  /**
   * `scannedUntil` is valid although it is lower than before: the higher block no longer exists.
   */
  isCorrected?: boolean;
  /**
   * All payments up to this moment are in `payments` or came before: the time of the newest block
   * read minus `clocksDiffer`, at most the target's `askedAt`. By the journal's clock, since the
   * process may sleep between read and record. Absent: unknown.
   */
  seenUntil?: number;
  /**
   * The read hit its block limit: the next one is due at once, and the payments are not complete.
   */
  isBehind?: boolean;
}

/** An order's deposit target and the payments observed there. */
export interface DepositView extends Deposit {
  /** The order's `signBy`: until when it is to be paid, in milliseconds since the epoch. */
  payBy: number;
  payments: readonly DepositPayment[];
}
