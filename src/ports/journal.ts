import type { ChainName, Family, TokenAddress } from '../core/chains.ts';
import type { Deposit } from '../core/deposit.ts';
import type { Echo } from '../core/echo.ts';
import type { AttemptId, LeaseId, OrderId, ProofId, SwapId, WalletId } from '../core/ids.ts';
import type { Job } from '../core/job.ts';
import type { CancelRefusal } from '../core/judge-cancel.ts';
import type { Resolution, ResolvedEnd, ResolveRefusal } from '../core/judge-resolve.ts';
import type { RetryRefusal } from '../core/judge-retry.ts';
import type { WorkersOfSwap } from '../core/shown-reason.ts';
import type { FundsState, Leg, Order, Reason, Sighting, Snapshot, Swap, SwapState } from '../core/swap.ts';
import type { TransactionObject } from '../core/transaction-object.ts';
import type { AccountJournal } from './account-journal.ts';
import type { BestSwapRecord } from './best-swap-record.ts';
import type { ChainObservation, ObservedAttempt, TokenFacts } from './chain-adapter.ts';
import type { DepositJournal, DepositView } from './deposit-journal.ts';
import type { HealthJournal } from './health-journal.ts';
import type { DueLane, LaneJournal, LaneView } from './lane-journal.ts';
import type { LeaseProof } from './lease-proof.ts';
import type { OpenChain, OpenChainsQuery } from './open-chains.ts';
import type { SettlementJournal } from './settlement-journal.ts';
import type {
  BoostRequest,
  BoostResult,
  CommitRequest,
  CommitResult,
  LeaseRequest,
  LeaseResult,
} from './signing-records.ts';
import type { SwapEvent } from './swap-event.ts';
import type { Intervention, TimeTravelJournal } from './time-travel.ts';

/**
 * The one place where truth is kept. Every method is one transaction with no network call inside; it is durable when its
 * promise resolves. A method that takes `version` throws `JOURNAL_STALE` if the swap has changed since it was read, and writes
 * nothing then. Every change of a swap appends an event and counts its version up. A connection that breaks throws
 * `JOURNAL_UNAVAILABLE`; whether a COMMIT under way took place is then unknown and is read back.
 */
export interface Journal
  extends TimeTravelJournal,
    AccountJournal,
    DepositJournal,
    HealthJournal,
    LaneJournal,
    SettlementJournal {
  ping(): Promise<void>;
  close(): Promise<void>;

  createWallet(wallet: WalletDraft): Promise<Wallet>;
  wallets(): Promise<Wallet[]>;

  insertApiKey(key: ApiKeyRecord): Promise<void>;
  /** By the SHA-256 of the key, hex. */
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>;
  findApiKeyById(id: string): Promise<ApiKeyRecord | undefined>;
  countApiKeys(): Promise<number>;

  /** Stops or releases signing in a scope. */
  setSwitch(change: SwitchChange): Promise<void>;

  /** A token as it was last recorded. @param network the chain's CAIP-2 id */
  findToken(network: string, address: TokenAddress): Promise<TokenFacts | undefined>;
  recordToken(network: string, facts: TokenFacts): Promise<void>;

  /**
   * Takes a job in. The same key with the same body is the same swap (`created: false`), with another body it throws
   * `IDEMPOTENCY_CONFLICT`. `lane`: that of its wallet account, where it waits, if the lane can admit a swap now.
   */
  submit(submission: Submission): Promise<{ created: boolean; swap: Swap; lane?: DueLane }>;
  /**
   * Asks for a swap's end. Nothing of it signed: it ends as `cancelled` here and now, a held lease given back. Otherwise the request is
   * kept, no payment is signed any more, and what is signed is followed to its proof. The same request twice is the same.
   */
  cancel(id: SwapId, options?: CancelOptions): Promise<CancelResult>;
  /**
   * Gives a swap another try. One that is not at its end goes on with a new order; one that ended with nothing paid is taken in anew as
   * another swap (`retryOf`), the same one for every retry. Refused while a payment of the chain of retries may land, or has landed.
   */
  retry(request: RetryRequest): Promise<RetryResult>;
  /**
   * Ends a swap in `needs_review` with the outcome that a person names, and attributes the legs to
   * it. Refused if a leg belongs to another swap. What is signed stays signed, and is followed to
   * its proof. The resolution is judged again under the swap's lock.
   */
  resolve(request: ResolutionRecord): Promise<ResolveResult>;
  findSwap(id: SwapId): Promise<SwapView | undefined>;
  /** By idempotency key and without writing: lets a repeated submission be answered before anything is asked of a chain. */
  findSubmission(idempotencyKey: string): Promise<{ swap: Swap; bodyHash: string } | undefined>;
  /** Newest first. Throws `INVALID_REQUEST`, pointing at `/cursor`, for a cursor that no list gave. */
  listSwaps(filter: SwapFilter): Promise<{ swaps: SwapView[]; nextCursor?: string }>;
  events(id: SwapId): Promise<SwapEvent[]>;
  countByState(): Promise<ReadonlyMap<SwapState, number>>;

  /** Everything `decide` may know, read consistently. */
  snapshot(id: SwapId): Promise<Snapshot | undefined>;

  /** Takes the swap for `holder` for `ttl` milliseconds of database time; false while another holder has it. */
  claim(id: SwapId, holder: string, ttl: number): Promise<boolean>;
  /**
   * The same in one statement with what `snapshot` gives of the swap; absent where it is not taken. It is not taken either while
   * another transaction changes when it is due: whoever is waited for may have changed what was read.
   */
  claimAndRead(id: SwapId, holder: string, ttl: number): Promise<Snapshot | undefined>;
  /** Gives the swap back and sets its timer. Records why it waits; `failed` counts a passing failure, otherwise the count is kept. */
  wait(request: WaitRequest): Promise<void>;
  /** Gives a swap back without changing anything, due again after `delay` milliseconds. */
  release(id: SwapId, holder: string, delay: number): Promise<void>;
  /** Swaps that are due and unclaimed, oldest due first; they stay due until claimed. */
  dueSwaps(limit: number): Promise<{ swapId: SwapId; version: number }[]>;
  /** The same, with the time until the next swap is due: one statement tells both. */
  sweep(limit: number): Promise<Sweep>;
  /** On the start of a journal's only process: claims, held leases and elections of processes before it are let go. */
  takeOver(): Promise<void>;

  transition(request: Transition): Promise<void>;
  /** Opens an order (state `quoted`) and the swap's allowance need where a spender is named; closes the order before it. */
  recordQuote(request: QuoteRecord): Promise<void>;
  /** The same for an order of which route and transaction came in one answer: it is complete, and needs no allowance. */
  recordBestSwap(request: BestSwapRecord): Promise<void>;
  /** Marks that the swap endpoint is about to be called for this order; `JOURNAL_STALE` where one by deposit was asked for before. Returns the swap's new version. */
  markRequested(request: Versioned & { orderId: OrderId }): Promise<number>;
  /**
   * Completes the open order with the swap endpoint's answer. Throws `DEPOSIT_NOT_UNIQUE`, and writes nothing, where another order has that number
   * at its provider, or is open and has its deposit go to the same address with the same memo.
   */
  recordSwapData(request: SwapDataRecord): Promise<void>;
  /** Lets the open order by deposit, of which nothing is signed, be signed later than was meant. */
  renewOrder(request: OrderRenewal): Promise<void>;
  /** Closes the open order, releases its allowance need, and goes back to `requested`. */
  closeOrder(request: OrderClosing): Promise<void>;

  /** The lease transaction of the design: checks and reserves everything, creates or reuses the step, picks the lowest free nonce. */
  lease(request: LeaseRequest): Promise<LeaseResult>;
  /**
   * The same for a payment of another swap that is to go in the same message of a TON wallet: it joins a lease that `holder` holds. What is
   * refused stays out of it, and the lease is as it was.
   */
  joinLease(request: LeaseRequest & { leaseId: LeaseId }): Promise<LeaseResult>;
  /** Stores a signed attempt; after it the attempt counts as sent. */
  commit(request: CommitRequest): Promise<CommitResult>;
  /** Stores a signed child of the newest attempt under a lease, which speeds it up; after it the child counts as sent. */
  boost(request: BoostRequest): Promise<BoostResult>;
  /** Gives a held lease back: only where no attempt exists under it. Its step stays open for the next lease. */
  voidLease(request: { leaseId: LeaseId; reason: Reason }): Promise<void>;
  /** For reading back a COMMIT whose answer was lost. */
  findAttempt(chain: ChainName, txId: string): Promise<AttemptId | undefined>;
  /** Throws `JOURNAL_WENT_BACK` for an attempt that it does not know (any more). */
  recordSent(attemptId: AttemptId, outcome: { kind: string; message?: string }): Promise<void>;

  /** True if `holder` is now the one observer of the chain, for `ttl` milliseconds of database time. */
  electObserver(chain: ChainName, holder: string, ttl: number): Promise<boolean>;
  /** Which of the chains have something to look at, in one statement. Those that have nothing are left out. */
  openChains(query: OpenChainsQuery): Promise<OpenChain[]>;
  /** Attempts under signed leases of the chain, and under proven ones whose proof is to be compared with the chain again. */
  openAttempts(chain: ChainName): Promise<OpenAttempts>;
  /**
   * Stores what a chain shows: heads, inclusion (cleared before it is set, so that a reorg takes it back), used-up leases.
   * What was begun before another observation was recorded is dropped. Returns the swaps that changed or whose attempts reached `progressDepth`; their timers are due now.
   */
  recordObservation(request: ObservationRecord): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Stores an allowance read from the chain; ends the approve in flight if its attempt is included by that block. Returns the
   * swaps that wait for this allowance; their timers are due now.
   */
  recordAllowance(request: AllowanceRecord): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Stores a proof and what follows from it: lease, step outcome, reservations, needs, fee; freezes the wallet for a stranger. Confirms a
   * proof that is in doubt, or supersedes it; a payment signed in the stead of one that landed freezes the wallet. Returns what stands.
   */
  prove(request: ProofRecord): Promise<ProofId>;
  /** Opens a lease again that was proven to be consumed by an attempt which is not on its chain. */
  reopenLease(request: Versioned & { leaseId: LeaseId }): Promise<void>;

  /** Keeps what an included attempt was seen to bring. Throws `JOURNAL_STALE` where it is in another block by now, or in none. */
  recordSighting(request: Versioned & { attemptId: AttemptId; sighting: Sighting }): Promise<void>;

  recordStatus(
    request: Versioned & { status: string; destination?: { chain: ChainName; txId: string } },
  ): Promise<void>;
}

export interface Versioned {
  swapId: SwapId;
  version: number;
}

export interface WalletDraft {
  name: string;
  family: Family;
  address: string;
  /** What the signer knows the key by. */
  keyRef: string;
}

export interface Wallet extends WalletDraft {
  id: WalletId;
  frozenReason?: string;
}

export const apiScopes = ['view', 'submit', 'approve', 'admin'] as const;
export type ApiScope = (typeof apiScopes)[number];

export interface ApiKeyRecord {
  /** Public part, for logs and intake jobs. */
  id: string;
  hash: string;
  scopes: readonly ApiScope[];
  /** Sealed by an `IntakeKeySealer`. Absent: the key is from before intake jobs were signed. */
  sealedIntakeKey?: string;
}

export interface SwitchChange {
  scope: 'all' | 'chain' | 'provider' | 'wallet';
  /** Chain, provider or wallet name (a treasury wallet stands for its accounts too); empty for `all`. */
  subject: string;
  stopped: boolean;
  by: string;
  reason: string;
}

export interface Submission {
  idempotencyKey: string;
  /** SHA-256 of the canonical request, hex. */
  bodyHash: string;
  /** Refused (`p5_one_payment_per_chain_of_retries`) unless that swap has ended with nothing paid. */
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
  { kind: 'retried'; swapId: SwapId; version: number; created: boolean } | { kind: 'refused'; refusal: RetryRefusal };

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
  | { kind: 'leg_claimed'; bySwap: SwapId };

/** A swap with what a reader of lists and pages wants beside it. */
export interface SwapView {
  swap: Swap;
  /**
   * What readers are shown as the version: the number of the newest event that changed what they see.
   * The swap's own `version` also counts polls that brought nothing new.
   */
  revision: number;
  order?: Pick<Order, 'provider' | 'minOut' | 'expectedOut' | 'swapType'> & { deposit?: DepositView };
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

export interface WaitRequest extends Versioned {
  holder: string;
  /** Milliseconds of database time. */
  delay: number;
  reason?: Reason;
  failed: boolean;
  /** Before it has signed, a swap that waits returns the slot of its lane, unless it keeps it. */
  keepsSlot?: boolean;
}

export interface Transition extends Versioned {
  state: SwapState;
  fundsState: FundsState;
  reason?: Reason;
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
   * Where the transaction pays by deposit; `account` is the address in its chain's one form for it, and a deposit comes in a block after `anchor`. It is
   * watched for `watchFor` milliseconds. Absent: it does not.
   */
  deposit?: Deposit & { chain: ChainName; account: string; anchor: bigint; watchFor: number };
  echo: Echo;
  signBy: number;
  goodUntil: number;
  raw: unknown;
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

/** What a sweep over the timers finds. */
export interface Sweep {
  due: Versioned[];
  /** Lanes that can admit a swap, as `dueLanes` gives them. */
  lanes: DueLane[];
  /** Milliseconds until the first of all other swaps is due and unclaimed. Absent: there is none. */
  nextIn?: number;
}

export interface OpenAttempts {
  attempts: (ObservedAttempt & { account: string })[];
  /** Observations of the chain that were recorded before; what is seen from here on comes after them. 0 without attempts. */
  since: bigint;
}

export interface ObservationRecord {
  chain: ChainName;
  /** As `openAttempts` gave it when the observation began. */
  since: bigint;
  progressDepth: number;
  observation: ChainObservation;
}

export interface AllowanceRecord {
  chain: ChainName;
  walletId: WalletId;
  token: TokenAddress;
  spender: string;
  value: bigint;
  block: bigint;
}

export interface ProofRecord extends Versioned {
  leaseId: LeaseId;
  proof: Exclude<LeaseProof, { kind: 'undecided' }>;
}
