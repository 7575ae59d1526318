import type { Deposit, DepositPayment } from '../deposits/deposit.ts';
import type { BlockReference } from './block-reference.ts';
import type { ChainName, TokenAddress } from './chains.ts';
import type { Echo } from './echo.ts';
import type { AttemptId, LeaseId, OrderId, ProofId, StepId, SwapId } from './ids.ts';
import type { Job } from './job.ts';
import type { Fee, TransactionObject } from './transaction-object.ts';

/*
 * Words. swap: the execution of one job. order: one answer of the routing service to act on. step:
 * one on-chain transaction that the swap needs. lease: what makes attempts exclude one another on
 * their chain (EVM: account and nonce; TRON, Solana: the transaction itself until it has expired).
 * attempt: one signed byte string under a lease. proof: stored evidence that a lease is dead or
 * consumed. leg: what arrived where.
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

/** An end is final for the executor; late evidence is still recorded. */
export function isEnd(state: SwapState): boolean {
  return ends.has(state);
}

/**
 * It has ended, even if it waits for a person because more money came later. Nothing new is started
 * for it.
 */
export function hasEnded({ state, endedAs }: Pick<Swap, 'state' | 'endedAs'>): boolean {
  return isEnd(state) || endedAs !== undefined;
}

/**
 * A person is waited for. What has been paid is followed all the same, and may still settle or come
 * back.
 */
export function wantsPerson(state: SwapState): boolean {
  return state === 'needs_review' || state === 'awaiting_approval' || state === 'awaiting_deposit';
}

/** The answer to "where is the money?". */
export const fundsStates = ['untouched', 'in_flight', 'moved', 'returned', 'unknown'] as const;
export type FundsState = (typeof fundsStates)[number];

/** Why a swap waits, failed or wants a person: a stable code and a sentence. */
export interface Reason {
  code: string;
  message: string;
}

export interface Swap {
  id: SwapId;
  idempotencyKey: string;
  retryOf?: SwapId;
  job: Job;
  state: SwapState;
  fundsState: FundsState;
  reason?: Reason;
  /**
   * Counted up by every journal transaction that changes what `decide` sees, also by a poll that
   * brought nothing new; the optimistic lock of the swap. Readers are shown a view's `revision`.
   */
  version: number;
  /** Effects that failed in a row for a passing cause; reset by progress. */
  consecutiveFailures: number;
  createdAt: number;
  updatedAt: number;
  /**
   * Base units of the native coins paid as network fees by the swap's transactions, on its source
   * chain.
   */
  feeSpent: bigint;
  /** The last status the routing service gave, a hint only. */
  routerStatus?: RouterStatus;
  /** Payouts already attributed to this swap. */
  legs: Leg[];
  /** A payment of it is proven to have landed. */
  isPaid?: true;
  /** Since when somebody wants it cancelled: a request until the chain has decided. */
  cancelRequestedAt?: number;
  /**
   * It had ended so when more money came to where an order of it wanted a deposit: only a person
   * can end it again.
   */
  endedAs?: SwapState;
}

export interface RouterStatus {
  /** As the router says it, such as `PENDING`, `SUCCESS`; unknown values pass through. */
  status: string;
  destination?: { chain: ChainName; txId: string };
  /** When it was asked, in milliseconds since the epoch. */
  at: number;
  /** When it was first asked for this swap. */
  firstAskedAt: number;
  /** When this status was first given; going back and forth between two does not move it. */
  since: number;
}

export interface Order {
  id: OrderId;
  /** Of the routing service's quote; the order's own id where it was made without one. */
  quoteId: string;
  provider: string;
  /** `on-chain` or `cross-chain`, as the router says it. */
  swapType: string;
  /** Who must be allowed to take the source token; absent for native coins. */
  spender?: string;
  /** Base units of the destination token that the order promises at least / expects. */
  minOut: bigint;
  expectedOut: bigint;
  /** How long the order expects to take, in milliseconds; absent: it does not say. */
  expectedDuration?: number;
  /**
   * Native base units of the source chain that the order declares as fixed fees beside the
   * network's.
   */
  declaredFee: bigint;
  quotedAt: number;
  /**
   * Set before the swap endpoint is called for this quote: a deposit provider creates an order
   * there (not idempotent).
   */
  requestedAt?: number;
  /**
   * The minimum that the quote named, before the swap endpoint named its own; without a quote, that
   * one.
   */
  quotedMinOut: bigint;
  /** Set once the swap endpoint has answered. */
  transaction?: TransactionObject;
  /**
   * Set with it where the order is paid by deposit: the transaction is then one of our own making,
   * and this is what it has to do.
   */
  deposit?: Deposit;
  /**
   * Head of the source chain when that was asked: deposits of this order come in later blocks. Set
   * where it wants one.
   */
  depositAnchor?: bigint;
  /**
   * Up to when all that came to the place was seen, by the times of the blocks that were looked at,
   * in milliseconds since the epoch. Absent: nobody knows.
   */
  depositSeenUntil?: number;
  /** What that answer says it was asked; compared with the job by the guard. */
  echo?: Echo;
  /** Nothing is signed for this order after it. Milliseconds since the epoch. */
  signBy?: number;
  /** No pay or bump attempt of this order is sent after it. Milliseconds since the epoch. */
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

/** Not proven to have come to nothing. */
export function isLiving({ outcome }: Step): boolean {
  return outcome !== 'dead' && outcome !== 'reverted_final';
}

/**
 * Steps that fetch what a payment left behind on a bridge: at most one of them may be alive per
 * swap (constraint P2).
 */
export function isRecovery(kind: StepKind): kind is RecoveryKind {
  return kind === 'refund' || kind === 'claim';
}

/** Steps that may be signed again only once it is proven that they have done nothing. */
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
  orderId?: OrderId;
  chain: ChainName;
  /** For `approve` and `revoke`. */
  allowance?: { token: TokenAddress; spender: string; value: bigint };
  /** The living lease, or the last one. */
  lease?: Lease;
  /** Two proofs contradict each other about it: only a person can tell what was paid. */
  disputed?: true;
}

/**
 * `consumed`: one of its attempts landed. `expired`: it is proven that none of them did, and none
 * can any more. `dead`: a transaction that the journal does not know used it. `void`: given back,
 * nothing was signed under it.
 */
export type LeaseState = 'held' | 'signed' | 'consumed' | 'expired' | 'dead' | 'void';

/**
 * What keeps the attempts under a lease, and those under the next one, from landing beside one
 * another.
 */
export type LeaseTerms =
  /** EVM: of all attempts with the account's nonce one lands at most. */
  | { kind: 'nonce'; nonce: bigint }
  /**
   * TRON and Solana: one attempt, which the chain takes until it has expired. TRON: milliseconds
   * since the epoch; Solana: the last block height at which it may be included. Absent until it is
   * signed.
   */
  | { kind: 'expiry'; expires?: bigint }
  /**
   * TON: one attempt, which the wallet contract takes while its number is this one and until
   * `expires`, in seconds since the epoch. Absent until it is signed.
   */
  | { kind: 'seqno'; seqno: bigint; expires?: bigint }
  /**
   * Bitcoin: all attempts spend these coins, some of them others beside them, so that of all of
   * them one lands at most.
   */
  | { kind: 'outpoints'; outpoints: readonly Outpoint[] };

/**
 * An output of a Bitcoin transaction: `txid:index`, the transaction id as it is shown (64 hex
 * digits, lower case).
 */
export type Outpoint = string;

/** Whether a dearer or a cancelling attempt may be signed under the same lease. */
export function canReplace({ kind }: LeaseTerms): boolean {
  return kind === 'nonce' || kind === 'outpoints';
}

export interface Lease {
  id: LeaseId;
  chain: ChainName;
  /** Wallet's address on the chain. */
  account: string;
  terms: LeaseTerms;
  state: LeaseState;
  /** While `held`: whoever took it gives it up by then, and it may be made void by anyone. */
  heldUntil: number;
  /**
   * A final block shows that nothing else can land under it: the account's nonce is past it, or its
   * attempt has expired.
   */
  overAtFinal: boolean;
  /**
   * Why its proof is in doubt: `shown`, the chain shows an attempt that it does not count, or that
   * ended otherwise; `gone`, the one that landed is in no block, and the lease is unused;
   * `replaced`, it is in no block, and the lease is used. Nothing is paid for the swap until a
   * proof decides.
   */
  doubt?: 'shown' | 'gone' | 'replaced';
  /**
   * The lowest nonce of the account that is not included yet, where it is lower than this lease's:
   * this one cannot be included before it.
   */
  heldUpBy?: bigint;
  attempts: Attempt[];
}

export type AttemptKind = 'pay' | 'bump' | 'cancel';

/** Where an attempt was last seen. `final`: the block that includes it is irreversible. */
export type Inclusion =
  | { status: 'unseen' }
  | { status: 'pending' }
  | ({ status: 'included' | 'final'; block: BlockReference } & TransactionOutcome);

/** What became of a transaction that is in a block. */
export interface TransactionOutcome {
  /** All of it did what it was to do. */
  succeeded: boolean;
  /**
   * What became of each message that it sends, where a chain tells them apart (TON); one for each,
   * in their order.
   */
  results?: readonly boolean[];
  /** Native base units, for the whole of it. */
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
  /** Last time the bytes were handed to an endpoint; absent: never, as far as the journal knows. */
  sentAt?: number;
  inclusion: Inclusion;
  /** What it was seen to bring while it was not final: later the node may not tell any more. */
  sighting?: ObservedPayout;
  /**
   * Included with `progressDepth` blocks on top, as of the last observation: the next step may
   * start.
   */
  progressed: boolean;
  /** The newest child that was signed to speed it up. */
  boost?: Boost;
}

/**
 * A child of an attempt that is not included: it spends what comes back of that to us, to
 * ourselves, and pays for the inclusion of both (Bitcoin: CPFP). It lands with its attempt or not
 * at all, and keeps no other attempt from landing.
 */
export interface Boost {
  txId: string;
  /** The exact signed bytes, 0x-prefixed hex. */
  bytes: string;
  fee: Fee;
  signedAt: number;
}

/**
 * Transfers to whom a transaction was to bring them, as its block showed them; good for as long as
 * that block is on the chain.
 */
export interface ObservedPayout {
  block: BlockReference;
  transfers: readonly { index: number; token: TokenAddress; amount: bigint }[];
}

/**
 * From the best proven down. `operator-reported`: a person names the transaction, and no configured
 * endpoint can show it.
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
   * Log index of a token transfer; for native coins the position of the call in the transaction's
   * trace, counted from -1 down.
   */
  index: number;
  token: TokenAddress;
  amount: bigint;
  role: 'payout' | 'refund';
  level: SettlementLevel;
  /**
   * No chain here shows it, and its amount is not reported: `amount` is the least that the order
   * promised, or for a refund what was paid.
   */
  promised?: true;
}

/** What is known of a (wallet, chain, token, spender) allowance, for one swap's eyes. */
export interface AllowanceView {
  token: TokenAddress;
  spender: string;
  /** Last value read from the chain, and the block it was read at; absent: never read. */
  confirmed?: { value: bigint; block: bigint };
  /** Needs signed but not included by `confirmed.block`. */
  signedNeeds: bigint;
  /** The approve or revoke in flight for this key, whichever swap it belongs to. */
  approving?: { stepId: StepId; swapId: SwapId };
}

export interface ChainHead {
  latest: bigint;
  /**
   * The newest irreversible block. EVM: `proofDepth` below `latest`; TRON: the solidified one;
   * Solana: the finalized one; TON: the masterchain's newest.
   */
  final: bigint;
}

/** Everything `decide` may know of a swap, read in one journal transaction. */
export interface Snapshot {
  swap: Swap;
  /** The open order, if there is one. */
  order?: Order;
  /** All steps, oldest first. */
  steps: Step[];
  /**
   * Where a person pays the open order: what was seen to come, on its chain as it is known now.
   * Nobody's dust is not among it.
   */
  handPayments?: DepositPayment[];
  /**
   * While a payment may be next: how many orders of the swap were asked of their providers and
   * closed.
   */
  closedOrders?: number;
  /** Of the swaps that this one tries again, the one that somebody has paid by hand after all. */
  paidBefore?: SwapId;
  /** For the open order's spender and the source token. */
  allowance?: AllowanceView;
  /** It holds a slot of its lane: what ages may be asked for, and a transaction signed. */
  hasSlot?: true;
  /**
   * Why signing is stopped for this swap on its source chain (kill switch, paused chain, provider
   * or wallet, frozen wallet); absent: it is not.
   */
  stopped?: Reason;
  /** The same for its destination chain, where claims are signed. */
  destinationStopped?: Reason;
  /**
   * The newest payment of the swap that was signed in a history which the journal has lost; absent:
   * there is none. `awaitsImport`: the journal will import it from a signing log.
   */
  lost?: { chain: ChainName; txId: string; awaitsImport?: boolean };
}

/** Whether whoever pays by hand has been told where to: from then on money may come at any time. */
export function isShown({ swap, order }: Pick<Snapshot, 'swap' | 'order'>): boolean {
  return (
    swap.job.flow === 'deposit-by-hand' && order?.deposit !== undefined && !notShown.has(swap.state)
  );
}

const notShown: ReadonlySet<SwapState> = new Set(['requested', 'quoted']);

/** Why signing is stopped for a step of this kind. */
export function stopOf(
  { stopped, destinationStopped }: Snapshot,
  kind: StepKind,
): Reason | undefined {
  return kind === 'claim' ? destinationStopped : stopped;
}
