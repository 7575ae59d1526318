import type { Deposit } from '../core/deposits/deposit.ts';
import type { ChainName, Family } from '../core/swap/chains.ts';
import type { Echo } from '../core/swap/echo.ts';
import type { Job } from '../core/swap/job.ts';
import type { RouterSignals } from '../core/swap/router-signals.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { ReservedCalls } from './call-budget.ts';

/** The endpoints of the service's interface, by Ferryman's names. */
export const routerEndpoints = [
  'quote',
  'swap',
  'swapBest',
  'status',
  'checkApprove',
  'refund',
  'claim',
  'providers',
  'chains',
] as const;
export type RouterEndpoint = (typeof routerEndpoints)[number];

/**
 * The routing service, as far as a swap needs it. Throws `ROUTER_*` errors whose `next` says what
 * to do.
 */
export interface Router {
  /**
   * Takes all calls that an order needs from the budget, before the first one is made.
   * @param count how many; called only if calls are counted
   * @param kind default: `execution`
   * @throws `ROUTER_BUDGET_SPENT` with the time until that many are free, `REDIS_UNAVAILABLE`
   */
  reserveCalls(
    count: () => Promise<number>,
    kind?: 'execution' | 'preview',
  ): Promise<ReservedCalls>;
  /** Requests the best quote. @param calls uses one of them */
  quote(job: Job, calls?: ReservedCalls): Promise<Quote>;
  /** Requests the transaction of a quote. @param calls uses one of them */
  swap(job: Job, quoteId: string, calls?: ReservedCalls): Promise<SwapData>;
  /** False for some time after the service has shown that it does not serve one-call swaps. */
  servesSwapBest(): boolean;
  /**
   * Requests route and transaction in one call. Repeating it has no side effects.
   * @param orderId sent instead of a quote id; the service does not store it
   * @param calls uses one of them
   * @throws `ROUTER_PATH_NOT_FOUND` if the service does not serve one-call swaps
   */
  swapBest(job: Job, orderId: string, calls?: ReservedCalls): Promise<SwapData>;
  /**
   * Requests the deposit target of a quote. The provider opens an order, possibly another one for
   * each request.
   */
  deposit(job: Job, quoteId: string, options?: DepositOptions): Promise<DepositData>;
  /**
   * Polls a cross-chain swap: by source transaction and quote; by its quote alone if it is paid by
   * deposit; by its source transaction alone if it was made without a quote.
   */
  status(query: StatusQuery): Promise<StatusAnswer>;
  /** Requests the transaction that refunds a stuck `celer_bridge` payment, on its source chain. */
  refund(query: SourceTransaction): Promise<TransactionObject>;
  /**
   * Requests the transaction that claims the payout of an `arbitrum` payment, on the destination
   * chain.
   */
  claim(query: SourceTransaction): Promise<TransactionObject>;
}

type StatusQuery =
  | { quoteId: string; sourceTxId?: string }
  | { quoteId?: undefined; sourceTxId: string };

interface DepositOptions {
  /** Called right before the request is sent. If it throws, the request is not sent. */
  beforeAsking?: () => void;
  /** Uses one of them. */
  calls?: ReservedCalls | undefined;
}

/** The payment that a refund or a claim belongs to. */
export interface SourceTransaction {
  chain: ChainName;
  txId: string;
  /** Family of the chain on which the refund or claim is made. */
  family: Family;
}

/** An answer to `quote`; amounts are base units of the destination token. */
export interface Quote {
  quoteId: string;
  provider: string;
  swapType: string;
  spender?: string;
  expectedOut: bigint;
  minOut: bigint;
  /** Expected duration in milliseconds. Absent: not reported. */
  expectedDuration?: number;
  declaredFee: bigint;
  /** What the expected output is worth, with two decimals. Absent: not reported. */
  expectedUsd?: string;
  signals: RouterSignals;
  /** The unparsed answer, for the journal. */
  raw: unknown;
}

/** An answer to `swap` or `swapBest`. The guard compares its echo with the job. */
export interface SwapData extends SwapTerms {
  spender?: string;
  transaction: TransactionObject;
}

/** An answer to `deposit`: Ferryman builds the transaction itself. */
export interface DepositData extends SwapTerms {
  deposit: Deposit;
}

interface SwapTerms {
  provider: string;
  swapType: string;
  expectedOut: bigint;
  minOut: bigint;
  /** Expected duration in milliseconds. Absent: not reported. */
  expectedDuration?: number;
  declaredFee: bigint;
  /** What the expected output is worth, with two decimals. Absent: not reported. */
  expectedUsd?: string;
  signals: RouterSignals;
  echo: Echo;
  raw: unknown;
}

export interface StatusAnswer {
  /** `PENDING`, `SUCCESS`, … ; unknown values pass through. */
  status: string;
  destinationTxId?: string;
  /**
   * `NOT_FOUND` comes from a 404 whose body has no status, at a path that answers other requests.
   * It does not prove that there is no order.
   */
  isBare?: true;
  raw: unknown;
}
