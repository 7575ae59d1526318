import type { Deposit, DepositPayment } from '../../core/deposits/deposit.ts';
import type { OrderedDeposit } from '../../core/deposits/judge-deposit-payments.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { OrderId, SwapId } from '../../core/swap/ids.ts';
import type { SwapState } from '../../core/swap/swap.ts';

/** What the journal knows of places where orders want their deposits. */
export interface DepositStore {
  /**
   * Where orders want deposits on the chain, if it is time to look there: at once where somebody is
   * to pay by hand, else the later the older.
   */
  depositTargets(query: DepositTargetsQuery): Promise<WatchedDeposit[]>;
  /**
   * Stores what was seen to come there. A swap that had ended is taken up again where an order of
   * it got money that no payment of it accounts for. Returns the swaps that changed; the timers of
   * those that go on are due now.
   */
  recordDeposits(looks: readonly DepositLook[]): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Ends such a swap again as it had ended; a person has seen to it. Throws `NOT_FOUND`,
   * `NOTHING_TO_ACKNOWLEDGE`.
   */
  acknowledge(id: SwapId, note: string): Promise<SwapState>;
  /** The heads at which the swap's first order was made: nothing of the swap came before. */
  orderAnchors(id: SwapId): Promise<OrderAnchors>;
}

/** Absent: no order has one. */
export interface OrderAnchors {
  /** Of the destination chain. */
  destination?: bigint;
  /** Of the source chain, where an order is paid by deposit. */
  deposit?: bigint;
}

export interface DepositTargetsQuery {
  chain: ChainName;
  /** Milliseconds between two looks at a new place where nobody is to pay by hand. */
  pace: number;
  /** And at a place of any age, at most. */
  slowest: number;
  /** So many places; those that were looked at the longest ago. */
  limit: number;
}

/** Where an order wants its deposit. */
export interface WatchedDeposit extends OrderedDeposit {
  orderId: OrderId;
  swapId: SwapId;
  /** The address in its chain's one form for it. */
  account: string;
  token: TokenAddress;
  /** Everything up to this block has been seen. */
  after: bigint;
  /**
   * The newest block when the order was asked for: nothing of it came before. No more than `after`.
   */
  anchor: bigint;
  /**
   * Somebody is to pay there by hand just now: whether nothing has come is wanted to be known up to
   * the newest block.
   */
  isWaitedFor: boolean;
  /** When the journal told of it, in milliseconds of its clock. */
  askedAt: number;
}

/** What a look at one place has shown: `payments` are all in blocks after its `after`. */
export interface DepositLook {
  orderId: OrderId;
  swapId: SwapId;
  payments: readonly DepositPayment[];
  /** Everything up to this block has been seen now. */
  lookedUntil: bigint;
  /**
   * So long ago the look began, in milliseconds: what came since it may not have seen. Default: 0.
   */
  ago?: number;
  /**
   * `lookedUntil` counts, though it is lower than what was looked at before: there is no such
   * block.
   */
  isCorrected?: boolean;
  /**
   * All that had come by this moment is among `payments`, or came before: when the newest block was
   * made that was looked at, less what clocks differ by, and no later than the place's `askedAt`.
   * The journal's clock, since a process may sleep between its look and its record of it. Absent:
   * nobody knows.
   */
  seenUntil?: number;
  /**
   * There is more to go through than one look does: the next one is due at once, and what has come
   * is not known yet.
   */
  isBehind?: boolean;
}

/** Where an order wants its deposit, and what has come there. */
export interface DepositView extends Deposit {
  /**
   * Until when it is to be paid, by whomever: the order's `signBy`, in milliseconds since the
   * epoch.
   */
  payBy: number;
  payments: readonly DepositPayment[];
}
