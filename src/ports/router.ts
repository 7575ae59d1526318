import type { Deposit } from '../core/deposits/deposit.ts';
import type { ChainName, Family } from '../core/swap/chains.ts';
import type { Echo } from '../core/swap/echo.ts';
import type { Job } from '../core/swap/job.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { ReservedCalls } from './call-budget.ts';

/** The endpoints of the service's interface, by what they are called here. */
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
   * Takes the calls that an order needs from the budget, before the first of them is made.
   * @param count finds out how many these are; called only where calls are counted
   * @throws `ROUTER_BUDGET_SPENT` with the time until there are as many again, `REDIS_UNAVAILABLE`
   */
  reserveCalls(count: () => Promise<number>): Promise<ReservedCalls>;
  /** Asks for the best quote. @param calls of which it uses one */
  quote(job: Job, calls?: ReservedCalls): Promise<Quote>;
  /** Asks for the transaction of a quote. @param calls of which it uses one */
  swap(job: Job, quoteId: string, calls?: ReservedCalls): Promise<SwapData>;
  /** False for some time after the service has shown that it does not make swaps in one call. */
  servesSwapBest(): boolean;
  /**
   * Asks for route and transaction in one call, which the wallet may make as often as it likes.
   * @param orderId stands in the place of a quote's id; the service does not keep it
   * @param calls of which it uses one
   * @throws `ROUTER_PATH_NOT_FOUND` where the service does not make swaps in one call
   */
  swapBest(job: Job, orderId: string, calls?: ReservedCalls): Promise<SwapData>;
  /**
   * Asks where a quote wants its deposit. The provider opens an order then, and may open another
   * each time that it is asked.
   */
  deposit(job: Job, quoteId: string, options?: DepositOptions): Promise<DepositData>;
  /**
   * Asks where a cross-chain swap is, by its source transaction and its quote; one that is paid by
   * deposit, by its quote alone; one that was made without a quote, by its source transaction
   * alone.
   */
  status(query: StatusQuery): Promise<StatusAnswer>;
  /**
   * Asks for the transaction that takes a stuck payment of `celer_bridge` back, on the chain it was
   * made on.
   */
  refund(query: SourceTransaction): Promise<TransactionObject>;
  /**
   * Asks for the transaction that claims what a payment over `arbitrum` brought, on the destination
   * chain.
   */
  claim(query: SourceTransaction): Promise<TransactionObject>;
}

type StatusQuery =
  | { quoteId: string; sourceTxId?: string }
  | { quoteId?: undefined; sourceTxId: string };

interface DepositOptions {
  /**
   * Called when nothing more is waited for before the request leaves; what it throws keeps it here.
   */
  beforeAsking?: () => void;
  /** Of which it uses one. */
  calls?: ReservedCalls | undefined;
}

/** The payment that a refund or a claim belongs to. */
export interface SourceTransaction {
  chain: ChainName;
  txId: string;
  /** Of the chain that the refund or the claim is for. */
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
  /** How long it expects to take, in milliseconds; absent: it does not say. */
  expectedDuration?: number;
  declaredFee: bigint;
  /** The answer as it came, for the journal. */
  raw: unknown;
}

/** An answer to `swap` or `swapBest`. What it echoes is compared with the job by the guard. */
export interface SwapData extends SwapTerms {
  spender?: string;
  transaction: TransactionObject;
}

/** An answer to `deposit`: the transaction is for us to make. */
export interface DepositData extends SwapTerms {
  deposit: Deposit;
}

interface SwapTerms {
  provider: string;
  swapType: string;
  expectedOut: bigint;
  minOut: bigint;
  /** Milliseconds; absent: it does not say. */
  expectedDuration?: number;
  declaredFee: bigint;
  echo: Echo;
  raw: unknown;
}

export interface StatusAnswer {
  /** `PENDING`, `SUCCESS`, … ; unknown values pass through. */
  status: string;
  destinationTxId?: string;
  /**
   * `NOT_FOUND` is read out of a 404 that says nothing itself, at a path that answers other
   * questions. It does not prove that there is no order.
   */
  isBare?: true;
  raw: unknown;
}
