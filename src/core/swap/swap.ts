import type { HeldFor } from '../approvals/approval.ts';
import type { Deposit, DepositPayment } from '../deposits/deposit.ts';
import type { BlockReference } from './block-reference.ts';
import type { ChainName, TokenAddress } from './chains.ts';
import type { Echo } from './echo.ts';
import type { AttemptId, LeaseId, OrderId, ProofId, StepId, SwapId } from './ids.ts';
import type { Job } from './job.ts';
import type { JobSeal } from './job-seal.ts';
import type { RouterSignals } from './router-signals.ts';
import type { Fee, TransactionObject } from './transaction-object.ts';

/*
 * Terms (all are in docs/glossary.md). swap: the execution of one job. order: one answer of the
 * routing service that can be executed. step: one on-chain transaction of a swap. lease: the right
 * that makes its attempts mutually exclusive (EVM: account and nonce; TRON, Solana: the transaction
 * until it expires). attempt: signed bytes under a lease. proof: stored evidence of what became of
 * a lease. leg: a transfer that belongs to a swap.
 */

export const swapStates = [
  'requested',
  'quoted',
  'executing',
  'confirming',
  'settling',
  'awaiting_approval',
  'awaiting_deposit',
  'claiming',
  'refunding',
  'needs_review',
  'settled',
  'refunded',
  'failed',
  'cancelled',
  'expired',
] as const;
export type SwapState = (typeof swapStates)[number];

const ends: ReadonlySet<SwapState> = new Set([
  'settled',
  'refunded',
  'failed',
  'cancelled',
  'expired',
]);

/** A terminal state is final for the executor; late evidence is still recorded. */
export function isEnd(state: SwapState): boolean {
  return ends.has(state);
}

/** The states of swaps that have not ended. */
export const openStates: readonly SwapState[] = swapStates.filter((state) => !isEnd(state));

/**
 * The swap has ended, even if it waits for a person because more money came later. The executor
 * starts nothing new for it.
 */
export function hasEnded({ state, endedAs }: Pick<Swap, 'state' | 'endedAs'>): boolean {
  return isEnd(state) || endedAs !== undefined;
}

/** The swap waits for a person. Its payments are still followed, and may settle or come back. */
export function wantsPerson(state: SwapState): boolean {
  return state === 'needs_review' || state === 'awaiting_approval' || state === 'awaiting_deposit';
}

/** The answer to "where is the money?". */
export const fundsStates = ['untouched', 'in_flight', 'moved', 'returned', 'unknown'] as const;
export type FundsState = (typeof fundsStates)[number];

/** Why a swap waits, failed or needs a person: a stable code and a sentence. */
export interface Reason {
  code: string;
  message: string;
}

export interface Swap {
  id: SwapId;
  idempotencyKey: string;
  /** The swap with the same job that it tries again. */
  retryOf?: SwapId;
  /** The swap whose place it takes, with an edited job. */
  replaces?: SwapId;
  job: Job;
  /** Absent: an earlier version stored the job, or it was not submitted to Ferryman. */
  seal?: JobSeal;
  state: SwapState;
  fundsState: FundsState;
  reason?: Reason;
  /**
   * Optimistic lock. Every journal transaction that changes what `decide` sees increments it, even
   * a poll that found nothing new. Readers see the `revision` of a `SwapView` instead.
   */
  version: number;
  /** Consecutive effects that failed for a passing cause; progress resets it. */
  consecutiveFailures: number;
  createdAt: number;
  updatedAt: number;
  /** When it last left `awaiting_approval`. */
  heldUntil?: number;
  /** Network fees of the swap's transactions on its source chain, in native base units. */
  feeSpent: bigint;
  /** The last status that the routing service gave. A hint only. */
  routerStatus?: RouterStatus;
  /** Payouts already attributed to this swap. */
  legs: Leg[];
  /** A payment of the swap is proven to have landed. */
  isPaid?: true;
  /** When cancellation was requested. It stays a request until the chain has decided. */
  cancelRequestedAt?: number;
  /**
   * The state in which the swap had ended when more money arrived at a deposit target of it. Only a
   * person can end it again.
   */
  endedAs?: SwapState;
}

export interface RouterStatus {
  /** As the router reports it, such as `PENDING`, `SUCCESS`; unknown values pass through. */
  status: string;
  destination?: { chain: ChainName; txId: string };
  /** When the router was polled, in milliseconds since the epoch. */
  at: number;
  /** When the router was first polled for this swap. */
  firstAskedAt: number;
  /** When this status was first reported. Alternating between two statuses does not reset it. */
  since: number;
}

export interface Order {
  id: OrderId;
  /** The routing service's quote id; the order's own id if it was made without a quote. */
  quoteId: string;
  provider: string;
  /** `on-chain` or `cross-chain`, as the router reports it. */
  swapType: string;
  /** The contract that needs an allowance of the source token; absent for native coins. */
  spender?: string;
  /** Base units of the destination token: the promised minimum, and the expected amount. */
  minOut: bigint;
  expectedOut: bigint;
  /** Expected duration in milliseconds. Absent: the router does not report one. */
  expectedDuration?: number;
  /**
   * Fixed fees that the order declares on top of the network fee, in native base units of the
   * source chain.
   */
  declaredFee: bigint;
  quotedAt: number;
  /**
   * Set before the swap endpoint is called for this quote. For a deposit that call creates an order
   * at the provider and is not idempotent.
   */
  requestedAt?: number;
  /**
   * The minimum of the quote, before the swap endpoint gave its own. Without a quote: the swap
   * endpoint's.
   */
  quotedMinOut: bigint;
  /** Set once the swap endpoint has answered. */
  transaction?: TransactionObject;
  /**
   * Set together with `transaction` if the order is paid by deposit. Ferryman then builds the
   * transaction itself, to do what this says.
   */
  deposit?: Deposit;
  /**
   * Source head when the swap endpoint was called: deposits of this order come in later blocks. Set
   * for deposit orders.
   */
  depositAnchor?: bigint;
  /**
   * Every payment to the deposit target up to this block time has been seen, in milliseconds since
   * the epoch. Absent: unknown.
   */
  depositSeenUntil?: number;
  /** The request as the swap endpoint echoed it. The guard compares it with the job. */
  echo?: Echo;
  /** What the router says of its newest answer. Absent: the order is older than this member. */
  signals?: RouterSignals;
  /** Nothing is signed for this order later than this. Milliseconds since the epoch. */
  signBy?: number;
  /** No pay or bump attempt of this order is sent later than this. Milliseconds since the epoch. */
  goodUntil?: number;
  /** Destination head when the order was made: payouts of this swap come in later blocks. */
  destinationAnchor: bigint;
  open: boolean;
}

export type StepKind = 'approve' | 'revoke' | 'swap' | 'deposit' | 'refund' | 'claim';
export type StepOutcome = 'open' | 'landed' | 'dead' | 'reverted_final';

/** Steps that move the swap's money: at most one of them may be alive per swap (constraint P1). */
export function isPayment(kind: StepKind): boolean {
  return kind === 'swap' || kind === 'deposit';
}

/** Steps that change a token's allowance. */
export function setsAllowance(kind: StepKind): boolean {
  return kind === 'approve' || kind === 'revoke';
}

/** Not proven dead or reverted. */
export function isLiving({ outcome }: Step): boolean {
  return outcome !== 'dead' && outcome !== 'reverted_final';
}

/**
 * Steps that fetch what a payment left on a bridge: at most one of them may be alive per swap
 * (constraint P2).
 */
export function isRecovery(kind: StepKind): kind is RecoveryKind {
  return kind === 'refund' || kind === 'claim';
}

/** Steps that may be signed again only after proof that they did nothing. */
export function movesMoney(kind: StepKind): boolean {
  return isPayment(kind) || isRecovery(kind);
}

export type RecoveryKind = Extract<StepKind, 'refund' | 'claim'>;

export interface Step {
  id: StepId;
  kind: StepKind;
  generation: number;
  outcome: StepOutcome;
  proofId?: ProofId;
  /** The order that it pays, or that an approve gives an allowance for. */
  orderId?: OrderId;
  /** Of an approve: the provider of its order, which may be closed by now. */
  provider?: string;
  chain: ChainName;
  /** For `approve` and `revoke`. */
  allowance?: { token: TokenAddress; spender: string; value: bigint };
  /** The living lease, or the last one. */
  lease?: Lease;
  /** Two proofs of it contradict each other: only a person can tell what was paid. */
  disputed?: true;
}

/**
 * `consumed`: one of its attempts landed. `expired`: proven that no attempt landed or can still
 * land. `dead`: an external transaction used it. `void`: returned before anything was signed under
 * it.
 */
export type LeaseState = 'held' | 'signed' | 'consumed' | 'expired' | 'dead' | 'void';

/**
 * What makes the attempts under one lease mutually exclusive, and exclusive with those under the
 * next lease.
 */
export type LeaseTerms =
  /** EVM: at most one transaction with this account nonce lands. */
  | { kind: 'nonce'; nonce: bigint }
  /**
   * TRON and Solana: one attempt, valid until it expires. TRON: milliseconds since the epoch.
   * Solana: the last block height that may include it. Absent until signed.
   */
  | { kind: 'expiry'; expires?: bigint }
  /**
   * TON: one attempt. The wallet contract accepts it while its seqno is this one and until
   * `expires`, in seconds since the epoch. Absent until signed.
   */
  | { kind: 'seqno'; seqno: bigint; expires?: bigint }
  /** Bitcoin: every attempt spends these coins, and some spend more, so at most one lands. */
  | { kind: 'outpoints'; outpoints: readonly Outpoint[] };

/** A Bitcoin output as `txid:index`; the txid as displayed (64 lower-case hex digits). */
export type Outpoint = string;

/** Whether a bump or a cancel may be signed under the same lease. */
export function canReplace({ kind }: LeaseTerms): boolean {
  return kind === 'nonce' || kind === 'outpoints';
}

export interface Lease {
  id: LeaseId;
  chain: ChainName;
  /** The wallet's address on the chain. */
  account: string;
  terms: LeaseTerms;
  state: LeaseState;
  /** While `held`: the worker that took it gives it up by then; after that anyone may void it. */
  heldUntil: number;
  /**
   * A final block shows that nothing else can land under the lease: the account's nonce is past it,
   * or its attempt has expired.
   */
  overAtFinal: boolean;
  /**
   * Why the lease's proof is in doubt. `shown`: the chain shows an attempt that the proof does not
   * count, or that ended otherwise. `gone`: the landed attempt is in no block and the lease is
   * unused. `replaced`: it is in no block and the lease is used. The swap pays nothing until a
   * proof decides.
   */
  doubt?: 'shown' | 'gone' | 'replaced';
  /**
   * The account's lowest nonce that is not included yet, if it is below this lease's: that one has
   * to be included first.
   */
  heldUpBy?: bigint;
  attempts: Attempt[];
}

export type AttemptKind = 'pay' | 'bump' | 'cancel';

/** Where an attempt was last observed. `final`: its block is irreversible. */
export type Inclusion =
  | { status: 'unseen' }
  | { status: 'pending' }
  | ({ status: 'included' | 'final'; block: BlockReference } & TransactionOutcome);

/** The result of a transaction that is in a block. */
export interface TransactionOutcome {
  /** The whole transaction succeeded. */
  succeeded: boolean;
  /** The result of each message it sends, in order, on chains with a result per message (TON). */
  results?: readonly boolean[];
  /** Native base units, for the whole transaction. */
  feePaid: bigint;
}

export interface Attempt {
  id: AttemptId;
  seq: number;
  kind: AttemptKind;
  txId: string;
  /** The exact signed bytes, 0x-prefixed hex. */
  bytes: string;
  fee: Fee;
  signedAt: number;
  /** When the bytes were last sent to an endpoint. Absent: the journal knows of no send. */
  sentAt?: number;
  inclusion: Inclusion;
  /** The payout observed before the attempt was final: later the node may have pruned it. */
  sighting?: ObservedPayout;
  /**
   * At the last observation it was included with `progressDepth` blocks on top: the next step may
   * start.
   */
  progressed: boolean;
  /** The newest CPFP child signed for it. */
  boost?: Boost;
}

/**
 * A CPFP child (Bitcoin) of an attempt that is not included: it spends the attempt's change back to
 * the wallet and pays for both. It lands only with its attempt, and excludes no other attempt.
 */
export interface Boost {
  txId: string;
  /** The exact signed bytes, 0x-prefixed hex. */
  bytes: string;
  fee: Fee;
  signedAt: number;
}

/**
 * Transfers to the expected receiver, as the transaction's block showed them. Valid while that
 * block is on the chain.
 */
export interface ObservedPayout {
  block: BlockReference;
  transfers: readonly { index: number; token: TokenAddress; amount: bigint }[];
}

/**
 * From the strongest evidence down. `operator-reported`: a person names the transaction, and no
 * configured endpoint can show it.
 */
export const settlementLevels = [
  'verified',
  'inferred',
  'router-reported',
  'operator-reported',
  'disputed',
] as const;
export type SettlementLevel = (typeof settlementLevels)[number];

/** One payout or refund on one chain; (chain, txId, index) belongs to one swap only. */
export interface Leg {
  chain: ChainName;
  txId: string;
  /**
   * Log index of a token transfer. For native coins: the call's position in the transaction's
   * trace, counted down from -1.
   */
  index: number;
  token: TokenAddress;
  amount: bigint;
  role: 'payout' | 'refund';
  level: SettlementLevel;
  /**
   * No configured chain shows it, and its amount is not reported. `amount` is the order's promised
   * minimum; for a refund, the amount paid.
   */
  promised?: true;
}

/** One swap's view of a (wallet, chain, token, spender) allowance. */
export interface AllowanceView {
  token: TokenAddress;
  spender: string;
  /** Last value read from the chain, and the block it was read at; absent: never read. */
  confirmed?: { value: bigint; block: bigint };
  /** Needs that are signed but not included by `confirmed.block`. */
  signedNeeds: bigint;
  /** The approve or revoke in flight for this key, whichever swap it belongs to. */
  approving?: { stepId: StepId; swapId: SwapId };
}

export interface ChainHead {
  latest: bigint;
  /**
   * The newest irreversible block. EVM: `proofDepth` below `latest`; TRON: the solidified block;
   * Solana: the finalized block; TON: the newest masterchain block.
   */
  final: bigint;
}

/** All that `decide` may know about a swap, read in one journal transaction. */
export interface Snapshot {
  swap: Swap;
  /** The open order, if there is one. */
  order?: Order;
  /** All steps, oldest first. */
  steps: Step[];
  /**
   * Observed payments to the open order's deposit target, by the current chain. Excludes dust that
   * no swap accounts for.
   */
  manualPayments?: DepositPayment[];
  /**
   * How many orders of the swap were requested from providers and closed. Read if a payment may
   * come next.
   */
  closedOrders?: number;
  /** The items that the guard holds the swap for. Absent: it is not held. */
  heldFor?: HeldFor;
  /** The earlier swap in this chain of retries whose manual deposit was paid after all. */
  paidBefore?: SwapId;
  /** For the open order's spender and the source token. */
  allowance?: AllowanceView;
  /** The swap holds a slot of its lane, so it may request data that ages and sign a transaction. */
  hasSlot?: true;
  /**
   * Why signing is stopped for this swap on its source chain (kill switch; paused chain, provider,
   * wallet or rule; frozen wallet; closed gate; blackout). Absent: it is not stopped.
   */
  stopped?: StopReason;
  /** The same for the destination chain, which signs claims. */
  destinationStopped?: StopReason;
  /**
   * The swap's newest payment that was signed in a history the journal has lost. `awaitsImport`:
   * the journal will import it from a signing log.
   */
  lost?: { chain: ChainName; txId: string; awaitsImport?: boolean };
}

/** Why signing is stopped. */
export interface StopReason extends Reason {
  /** When it ends by itself, in milliseconds since the epoch. Absent: when a person ends it. */
  until?: number;
}

/** Whether a person was shown the deposit target: from then on money may arrive at any time. */
export function isDepositShown({ swap, order }: Pick<Snapshot, 'swap' | 'order'>): boolean {
  return (
    swap.job.flow === 'deposit-by-hand' && order?.deposit !== undefined && !notShown.has(swap.state)
  );
}

const notShown: ReadonlySet<SwapState> = new Set(['requested', 'quoted']);

/** Why signing is stopped for a step of this kind. */
export function stopOf(
  { stopped, destinationStopped }: Snapshot,
  kind: StepKind,
): StopReason | undefined {
  return kind === 'claim' ? destinationStopped : stopped;
}
