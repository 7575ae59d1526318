import type { Deposit } from '../../core/deposits/deposit.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Echo } from '../../core/swap/echo.ts';
import type { OrderId } from '../../core/swap/ids.ts';
import type { RouterSignals } from '../../core/swap/router-signals.ts';
import type { Reason } from '../../core/swap/swap.ts';
import type { TransactionObject } from '../../core/swap/transaction-object.ts';
import type { Versioned } from './versioned.ts';

/** Orders: what the routing service was asked for a swap, and what it answered. */
export interface OrderStore {
  /**
   * Opens an order (state `quoted`), with an allowance need if a spender is named, and closes the
   * previous order.
   */
  recordQuote(request: QuoteRecord): Promise<void>;
  /**
   * The same for an order whose route and transaction came in one answer: it is complete and needs
   * no allowance.
   */
  recordBestSwap(request: BestSwapRecord): Promise<void>;
  /**
   * Records that the swap endpoint is about to be called for this order. Throws `JOURNAL_STALE` if
   * a deposit order was already requested. Returns the swap's new version.
   */
  markRequested(request: Versioned & { orderId: OrderId }): Promise<number>;
  /**
   * Completes the open order with the swap endpoint's answer. Throws `DEPOSIT_NOT_UNIQUE`, and
   * writes nothing, if another order has the same number at the provider, or has or had the same
   * deposit address and memo. A vault's memo for a swap may come again once that order is closed.
   */
  recordSwapData(request: SwapDataRecord): Promise<void>;
  /** Moves the `signBy` of the open deposit order, of which nothing is signed. */
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
  /** USD, a decimal with two places. */
  expectedUsd?: string;
  signals: RouterSignals;
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
   * Set for a deposit order. `account` is the canonical address, and deposits come in blocks after
   * `anchor`. The target is watched for `watchFor` milliseconds.
   */
  deposit?: Deposit & { chain: ChainName; account: string; anchor: bigint; watchFor: number };
  signals: RouterSignals;
  echo: Echo;
  signBy: number;
  goodUntil: number;
  raw: unknown;
}

/** From a one-call answer; `minOut` is also the quoted minimum. */
export interface BestSwapRecord
  extends Omit<QuoteRecord, 'quoteId' | 'spender'>,
    Pick<SwapDataRecord, 'orderId' | 'transaction' | 'echo' | 'signBy' | 'goodUntil'> {
  /** When the request was sent, in milliseconds since the epoch. */
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
  /** The provider made no order for the request: it does not count towards `maxOrders`. */
  neverMade?: true;
}
