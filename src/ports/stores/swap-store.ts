import type { CancelRefusal } from '../../core/operator/judge-cancel.ts';
import type { ReplacementRefusal } from '../../core/operator/judge-replacement.ts';
import type { Resolution, ResolvedEnd, ResolveRefusal } from '../../core/operator/judge-resolve.ts';
import type { LandingDeposit, RetryRefusal } from '../../core/operator/judge-retry.ts';
import type { SearchText } from '../../core/operator/search-text.ts';
import type { WorkersOfSwap } from '../../core/operator/shown-reason.ts';
import type { Successor } from '../../core/operator/successor.ts';
import type { BrokenPromise } from '../../core/settlement/broken-promise.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Job } from '../../core/swap/job.ts';
import type { JobSeal, SealedJob } from '../../core/swap/job-seal.ts';
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
   * Accepts a job. The same key with the same body returns the same swap (`created: false`); with
   * another body it throws `IDEMPOTENCY_CONFLICT`. `lane`: the lane in which the swap waits, if it
   * can admit a swap now.
   */
  submit(submission: Submission): Promise<{ created: boolean; swap: Swap; lane?: DueLane }>;
  /**
   * Requests cancellation. If nothing of the swap is signed, voids its held lease and ends it as
   * `cancelled`. Otherwise stores the request: no further payment is signed, and what is signed is
   * followed to its proof. Idempotent.
   */
  cancel(id: SwapId, options?: CancelOptions): Promise<CancelResult>;
  /**
   * Retries a swap. If it has not ended, it goes on with a new order. If it ended unpaid, its job
   * is submitted again as another swap (`retryOf`), the same one for every retry. Refused while a
   * payment of the chain of retries may land or has landed.
   */
  retry(request: RetryRequest): Promise<RetryResult>;
  /**
   * Ends a swap in `needs_review` with the outcome that a person names, and attributes the legs to
   * it. Refused if another swap owns a leg. Signed transactions are still followed to their proof.
   * The resolution is judged again under the swap's lock.
   */
  resolve(request: ResolutionRecord): Promise<ResolveResult>;
  /**
   * Accepts an edited job in the place of a swap that has ended unpaid (`replaces`), which nothing
   * tries again from then on. The same key and body return the same swap. One with another body
   * throws `IDEMPOTENCY_CONFLICT`.
   */
  replace(replacement: Replacement): Promise<ReplaceResult>;
  findSwap(id: SwapId): Promise<SwapView | undefined>;
  /** One row by its key: for those who ask again and again until it changes. */
  stateOf(id: SwapId): Promise<SwapState | undefined>;
  /** The swap that may pay in place of this one, if it has ended and there is one. */
  findSuccessor(id: SwapId): Promise<Successor | undefined>;
  /** A deposit of the swap that a person paid, and that is not final yet. */
  findLandingDeposit(id: SwapId): Promise<LandingDeposit | undefined>;
  /** Read-only. Lets a repeated submission be answered without a chain request. */
  findSubmission(idempotencyKey: string): Promise<{ swap: Swap; bodyHash: string } | undefined>;
  /**
   * Newest first. A page of a filter that few swaps match may hold fewer than `limit` and still have
   * a `nextCursor`: reading stops after two seconds. Throws `INVALID_REQUEST` with pointer `/cursor`
   * if the cursor is not from a list.
   */
  listSwaps(filter: SwapFilter): Promise<{ swaps: SwapView[]; nextCursor?: string }>;
  /** The ids alone, of as many swaps as match and `limit` lets through, newest first. */
  matchingSwaps(criteria: SwapCriteria, limit: number): Promise<SwapId[]>;
  events(id: SwapId): Promise<SwapEvent[]>;
  countByState(): Promise<ReadonlyMap<SwapState, number>>;
  /** All that `decide` may know, as of one moment. */
  snapshot(id: SwapId): Promise<Snapshot | undefined>;
  /** All orders of a swap, the oldest first, with the answers of the routing service. */
  orders(id: SwapId): Promise<OrderView[]>;
  transition(request: Transition): Promise<void>;
  recordStatus(
    request: Versioned & { status: string; destination?: { chain: ChainName; txId: string } },
  ): Promise<void>;
}

/**
 * Whom the first event of a swap names. It is no part of the job: another key that asks again
 * gets the same swap.
 */
export interface Asker {
  /** Such as `API key key_…`. */
  by?: string;
  requestId?: string;
}

export interface Submission extends Asker {
  /** Default: a random one. */
  id?: SwapId;
  idempotencyKey: string;
  /** SHA-256 of the canonical request, hex. */
  bodyHash: string;
  /**
   * Refused (`p5_one_payment_per_chain_of_retries`) unless that swap has ended with nothing paid.
   */
  retryOf?: SwapId;
  /** The job differs from that of `retryOf`. */
  isEdit?: true;
  job: Job;
  /** Of this id, key and job. Absent: the guard holds the swap. */
  seal?: JobSeal;
}

/** An edited job, under an id that the audit log knows already. */
export interface Replacement extends Omit<Submission, 'retryOf' | 'isEdit'> {
  id: SwapId;
  replaces: SwapId;
}

export type ReplaceResult =
  | { kind: 'replaced'; created: boolean; swap: Swap; lane?: DueLane }
  | { kind: 'refused'; refusal: ReplacementRefusal };

export interface CancelOptions {
  /** False: does not end the swap, only stores a request. Default: true. */
  mayEnd?: boolean;
}

export type CancelResult =
  /** `isNew`: it has ended now; else it had ended so before. */
  | { kind: 'cancelled'; isNew: boolean }
  | { kind: 'requested'; version: number }
  | { kind: 'refused'; refusal: CancelRefusal };

/** Who retries is who asks for the new swap, if there is one. */
export interface RetryRequest extends Asker {
  swapId: SwapId;
  /** How many payments of one swap may be proven dead or reverted. */
  maxGenerations: number;
  /** Milliseconds since the epoch. The deadline of a new swap counts from it. */
  now: number;
  /**
   * Seals the job of a new swap. Absent: the old one has no seal, so the new one gets none either.
   */
  seal?: (job: SealedJob) => JobSeal;
}

export type RetryResult =
  /** The swap that goes on: the same one, or one `created` now or by an earlier retry. */
  | { kind: 'retried'; swapId: SwapId; version: number; created: boolean }
  | { kind: 'refused'; refusal: RetryRefusal };

/** A person's decision and its evidence. */
export interface ResolutionRecord extends Versioned, Intervention {
  as: Resolution;
  /** The transaction named as evidence, in canonical form if its chain is configured. */
  evidence?: string;
  /** To attribute to the swap, all of one level. Empty for `unpaid`. */
  legs: readonly Leg[];
  /** Added to the swap's reason, for example that less than the minimum arrived. */
  remark?: string;
  /**
   * False after a journal rollback: the journal then proves nothing, and the funds state is never
   * `untouched`. Default: true.
   */
  mayProve?: boolean;
}

export type ResolveResult =
  | { kind: 'resolved'; end: ResolvedEnd }
  | { kind: 'refused'; refusal: ResolveRefusal }
  | { kind: 'leg_attributed'; bySwap: SwapId };

/** A swap with what lists and pages show beside it. */
export interface SwapView {
  swap: Swap;
  /**
   * The version that readers see: the number of the newest event that changed what they see. The
   * swap's own `version` also counts polls that found nothing new.
   */
  revision: number;
  order?: Pick<Order, 'provider' | 'minOut' | 'expectedOut' | 'swapType'> & {
    /** What the expected output was worth when quoted, as the router reported: USD, two decimals. */
    expectedUsd?: string;
    deposit?: DepositView;
  };
  /** The payment attempt that landed, or the newest one. */
  payment?: { txId: string; status: 'unseen' | 'pending' | 'included' | 'final' };
  /** The swap that retries the same job. */
  retriedBy?: SwapId;
  /** The swap with an edited job that has its place. */
  replacedBy?: SwapId;
  /** Set while the swap waits for a slot of its lane. */
  lane?: LaneView;
  /** Whether there are workers for it, at the moment of reading. */
  workers?: WorkersOfSwap;
}

/** Which swaps are meant; what is absent holds for all. */
export interface SwapCriteria {
  /** Only these. */
  ids?: readonly SwapId[];
  search?: SearchText;
  states?: readonly SwapState[];
  fundsStates?: readonly FundsState[];
  /** Of either side. */
  chain?: ChainName;
  fromChain?: ChainName;
  toChain?: ChainName;
  /** Address or symbol. */
  fromToken?: string;
  toToken?: string;
  /** Includes the accounts of a treasury wallet. */
  wallet?: string;
  /** Identifiers of one provider in lower case: of the order that the view shows. */
  providers?: readonly string[];
  /** The code of the reason. */
  error?: string;
  flow?: Job['flow'];
  /** Milliseconds since the epoch, as all times. */
  createdAfter?: number;
  createdBefore?: number;
  updatedAfter?: number;
  updatedBefore?: number;
  /** Without a value: the key is there. */
  metadata?: { key: string; value?: string };
  receiver?: string;
  /** Of a swap that is tried again, or replaced. */
  retryOf?: SwapId;
}

export interface SwapFilter extends SwapCriteria {
  /** 1 to 1,000. */
  limit: number;
  cursor?: string;
}

export interface Transition extends Versioned {
  state: SwapState;
  fundsState: FundsState;
  reason?: Reason;
  /** Set if the swap speaks against its provider, which is stopped if too many do. */
  broken?: BrokenPromise;
}

/** An order as readers see it. */
export interface OrderView
  extends Pick<
    Order,
    'id' | 'provider' | 'swapType' | 'open' | 'minOut' | 'expectedOut' | 'quotedAt' | 'requestedAt'
  > {
  /** JSON as the routing service wrote it, so that no amount is rounded. */
  quoteAnswer?: string;
  /** The same of the swap endpoint. */
  swapAnswer?: string;
  /** Where its answers were moved to. */
  archive?: string;
}
