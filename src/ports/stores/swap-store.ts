import type { CancelRefusal } from '../../core/operator/judge-cancel.ts';
import type { Resolution, ResolvedEnd, ResolveRefusal } from '../../core/operator/judge-resolve.ts';
import type { RetryRefusal } from '../../core/operator/judge-retry.ts';
import type { WorkersOfSwap } from '../../core/operator/shown-reason.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Job } from '../../core/swap/job.ts';
import type {
  FundsState,
  Leg,
  Order,
  Reason,
  Snapshot,
  Swap,
  SwapState,
} from '../../core/swap/swap.ts';
import type { SwapEvent } from '../swap-event.ts';
import type { DepositView } from './deposit-store.ts';
import type { DueLane, LaneView } from './lane-store.ts';
import type { Intervention } from './recovery-store.ts';
import type { Versioned } from './versioned.ts';

/** Swaps: how they are submitted, read, changed and ended. */
export interface SwapStore {
  /**
   * Takes a job in. The same key with the same body is the same swap (`created: false`), with
   * another body it throws `IDEMPOTENCY_CONFLICT`. `lane`: that of its wallet account, where it
   * waits, if the lane can admit a swap now.
   */
  submit(submission: Submission): Promise<{ created: boolean; swap: Swap; lane?: DueLane }>;
  /**
   * Asks for a swap's end. Nothing of it signed: it ends as `cancelled` here and now, a held lease
   * given back. Otherwise the request is kept, no payment is signed any more, and what is signed is
   * followed to its proof. The same request twice is the same.
   */
  cancel(id: SwapId, options?: CancelOptions): Promise<CancelResult>;
  /**
   * Gives a swap another try. One that is not at its end goes on with a new order; one that ended
   * with nothing paid is taken in anew as another swap (`retryOf`), the same one for every retry.
   * Refused while a payment of the chain of retries may land, or has landed.
   */
  retry(request: RetryRequest): Promise<RetryResult>;
  /**
   * Ends a swap in `needs_review` with the outcome that a person names, and attributes the legs to
   * it. Refused if a leg belongs to another swap. What is signed stays signed, and is followed to
   * its proof. The resolution is judged again under the swap's lock.
   */
  resolve(request: ResolutionRecord): Promise<ResolveResult>;
  findSwap(id: SwapId): Promise<SwapView | undefined>;
  /**
   * By idempotency key and without writing: lets a repeated submission be answered before anything
   * is asked of a chain.
   */
  findSubmission(idempotencyKey: string): Promise<{ swap: Swap; bodyHash: string } | undefined>;
  /**
   * Newest first. Throws `INVALID_REQUEST`, pointing at `/cursor`, for a cursor that no list gave.
   */
  listSwaps(filter: SwapFilter): Promise<{ swaps: SwapView[]; nextCursor?: string }>;
  events(id: SwapId): Promise<SwapEvent[]>;
  countByState(): Promise<ReadonlyMap<SwapState, number>>;
  /** Everything `decide` may know, read consistently. */
  snapshot(id: SwapId): Promise<Snapshot | undefined>;
  transition(request: Transition): Promise<void>;
  recordStatus(
    request: Versioned & { status: string; destination?: { chain: ChainName; txId: string } },
  ): Promise<void>;
}

export interface Submission {
  idempotencyKey: string;
  /** SHA-256 of the canonical request, hex. */
  bodyHash: string;
  /**
   * Refused (`p5_one_payment_per_chain_of_retries`) unless that swap has ended with nothing paid.
   */
  retryOf?: SwapId;
  job: Job;
}

export interface CancelOptions {
  /** False: nothing ends here and now, it is a request at most. Default: true. */
  mayEnd?: boolean;
}

export type CancelResult =
  | { kind: 'cancelled' }
  | { kind: 'requested'; version: number }
  | { kind: 'refused'; refusal: CancelRefusal };

export interface RetryRequest {
  swapId: SwapId;
  /** How many payments of one swap may come to nothing. */
  maxGenerations: number;
  /** Milliseconds since the epoch: a new swap's deadline is counted from it. */
  now: number;
}

export type RetryResult =
  /** The swap that goes on, the same one or `created` now or by an earlier retry. */
  | { kind: 'retried'; swapId: SwapId; version: number; created: boolean }
  | { kind: 'refused'; refusal: RetryRefusal };

/** What a person has decided, and what the evidence showed. */
export interface ResolutionRecord extends Versioned, Intervention {
  as: Resolution;
  /** The transaction that was named, in its chain's form where that is configured. */
  evidence?: string;
  /** Attributed to the swap; none where it is `unpaid`. All of one level. */
  legs: readonly Leg[];
  /** Added to the swap's reason, such as that less than the minimum arrived. */
  remark?: string;
  /**
   * False after a journal rollback: the journal then proves nothing, and the end is never
   * `untouched`. Default: true.
   */
  mayProve?: boolean;
}

export type ResolveResult =
  | { kind: 'resolved'; end: ResolvedEnd }
  | { kind: 'refused'; refusal: ResolveRefusal }
  | { kind: 'leg_attributed'; bySwap: SwapId };

/** A swap with what a reader of lists and pages wants beside it. */
export interface SwapView {
  swap: Swap;
  /**
   * What readers are shown as the version: the number of the newest event that changed what they
   * see. The swap's own `version` also counts polls that brought nothing new.
   */
  revision: number;
  order?: Pick<Order, 'provider' | 'minOut' | 'expectedOut' | 'swapType'> & {
    deposit?: DepositView;
  };
  /** The payment attempt that landed, or the newest one. */
  payment?: { txId: string; status: 'unseen' | 'pending' | 'included' | 'final' };
  /** The swap that tries the same job again. */
  retriedBy?: SwapId;
  /** While it waits for a slot of its lane. */
  lane?: LaneView;
  /** Whether there are workers to carry it on, at the moment of reading. */
  workers?: WorkersOfSwap;
}

export interface SwapFilter {
  states?: readonly SwapState[];
  chain?: ChainName;
  /** A treasury wallet stands for its accounts too. */
  wallet?: string;
  /** 1 to 200. */
  limit: number;
  cursor?: string;
}

export interface Transition extends Versioned {
  state: SwapState;
  fundsState: FundsState;
  reason?: Reason;
}
