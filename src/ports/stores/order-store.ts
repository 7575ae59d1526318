import type { Deposit } from '../../core/deposits/deposit.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Echo } from '../../core/swap/echo.ts';
import type { OrderId } from '../../core/swap/ids.ts';
import type { Reason } from '../../core/swap/swap.ts';
import type { TransactionObject } from '../../core/swap/transaction-object.ts';
import type { Versioned } from './versioned.ts';

/** Orders: what the routing service was asked for a swap, and what it answered. */
export interface OrderStore {
  /**
   * Opens an order (state `quoted`) and the swap's allowance need where a spender is named; closes
   * the order before it.
   */
  recordQuote(request: QuoteRecord): Promise<void>;
  /**
   * The same for an order of which route and transaction came in one answer: it is complete, and
   * needs no allowance.
   */
  recordBestSwap(request: BestSwapRecord): Promise<void>;
  /**
   * Marks that the swap endpoint is about to be called for this order; `JOURNAL_STALE` where one by
   * deposit was asked for before. Returns the swap's new version.
   */
  markRequested(request: Versioned & { orderId: OrderId }): Promise<number>;
  /**
   * Completes the open order with the swap endpoint's answer. Throws `DEPOSIT_NOT_UNIQUE`, and
   * writes nothing, where another order has that number at its provider, or is open and has its
   * deposit go to the same address with the same memo.
   */
  recordSwapData(request: SwapDataRecord): Promise<void>;
  /** Lets the open order by deposit, of which nothing is signed, be signed later than was meant. */
  renewOrder(request: OrderRenewal): Promise<void>;
  /** Closes the open order, releases its allowance need, and goes back to `requested`. */
  closeOrder(request: OrderClosing): Promise<void>;
}

export interface QuoteRecord extends Versioned {
  quoteId: string;
  provider: string;
  swapType: string;
  spender?: string;
  minOut: bigint;
  expectedOut: bigint;
  /** Milliseconds. */
  expectedDuration?: number;
  declaredFee: bigint;
  destinationAnchor: bigint;
  quotedAt: number;
  raw: unknown;
}

export interface SwapDataRecord extends Versioned {
  orderId: OrderId;
  provider: string;
  minOut: bigint;
  expectedOut: bigint;
  declaredFee: bigint;
  transaction: TransactionObject;
  /**
   * Where the transaction pays by deposit; `account` is the address in its chain's one form for it,
   * and a deposit comes in a block after `anchor`. It is watched for `watchFor` milliseconds.
   * Absent: it does not.
   */
  deposit?: Deposit & { chain: ChainName; account: string; anchor: bigint; watchFor: number };
  echo: Echo;
  signBy: number;
  goodUntil: number;
  raw: unknown;
}

/** As the service answered in one call; `minOut` stands for the quote's as well. */
export interface BestSwapRecord
  extends Omit<QuoteRecord, 'quoteId' | 'spender'>,
    Pick<SwapDataRecord, 'orderId' | 'transaction' | 'echo' | 'signBy' | 'goodUntil'> {
  /** When it was asked, in milliseconds since the epoch. */
  requestedAt: number;
}

/** The order's new times, in milliseconds since the epoch. */
export interface OrderRenewal extends Versioned {
  orderId: OrderId;
  signBy: number;
  goodUntil: number;
}

export interface OrderClosing extends Versioned {
  reason: Reason;
  /** It was asked for, and its provider has made none: it does not count among those that were. */
  neverMade?: true;
}
