import type { AdmissionItem, AdmissionKind } from '../../core/approvals/admission-item.ts';
import type { AdmissionSeal, SealableAdmission } from '../../core/approvals/admission-seal.ts';
import type {
  AdmissionScope,
  ApprovalState,
  HeldItem,
  KnownFacts,
} from '../../core/approvals/approval.ts';
import type { LineStanding } from '../../core/approvals/line-standing.ts';
import type { EnvelopeVotes, PasskeyAssertion, Vote } from '../../core/approvals/vote.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { FundsState, Reason, SwapState } from '../../core/swap/swap.ts';
import type { OccurrenceName } from './treasury-store.ts';
import type { Versioned } from './versioned.ts';

/** What persons have admitted, as the guard needs it. */
export interface AdmissionStore {
  /**
   * Which of the items with these keys persons admit for the swap. Not among them: what a person
   * has rejected for it, and what a person admitted who asked for the swap.
   */
  admittedItems(id: SwapId, keys: readonly string[]): Promise<AdmittedItem[]>;
  /**
   * What approvers have signed for payments of the swap. Not among it: votes on an envelope that was
   * rejected, revoked or left, or whose time to vote was over.
   */
  votesOf(id: SwapId): Promise<EnvelopeVotes[]>;
  /**
   * Whether a settled swap that was submitted before a moment, in milliseconds since the epoch, has
   * paid the receiver. `receiver`: in the form that jobs have.
   */
  hasPaid(chain: ChainName, receiver: string, before: number): Promise<boolean>;
}

/** What persons decide about what the guard holds swaps for. */
export interface ApprovalStore extends AdmissionStore {
  /**
   * Holds a swap for the items, each with an approval that is open. Closes its order and voids its
   * held leases if it goes to `awaiting_approval`. Throws `JOURNAL_STALE`.
   */
  hold(request: HoldRequest): Promise<void>;
  /**
   * Which of the items with these keys persons admit for any swap that none of `requesters` asked
   * them to admit, for previews.
   */
  standingItems(requesters: readonly string[], keys: readonly string[]): Promise<AdmittedItem[]>;
  findApproval(id: string): Promise<Approval | undefined>;
  /** The newest first. */
  listApprovals(filter: ApprovalFilter): Promise<Approval[]>;
  /** How many are open. */
  countOpenApprovals(): Promise<number>;
  /**
   * Decides on one item, under the lock of its swap. The swap goes on once all its items are
   * approved. Throws `NOT_FOUND`.
   */
  decideApproval(decision: SealedDecision): Promise<DecideResult>;
  /**
   * Ends an admission: the guard holds the next transaction that needs it. Throws `NOT_FOUND`.
   */
  revokeApproval(request: Revocation): Promise<DecideResult>;
  /**
   * Stores a vote on a payment, under the lock of its swap. The vote that completes what the item
   * asks for approves it, and one that rejects it ends the wait. Throws `NOT_FOUND`.
   */
  recordVote(vote: VoteDraft): Promise<DecideResult>;
  /** The payments of a treasury rule's occurrence, in the order of its jobs. */
  approvalBatch(name: OccurrenceName): Promise<StoredBatch | undefined>;
  /** The occurrences with several swaps of which a payment waits for approvals, the newest first. */
  openBatches(): Promise<OpenBatch[]>;
  /**
   * Stores a vote on all payments of an occurrence that wait for approvals, under the locks of its
   * swaps: on all or on none. Each payment goes on once its item has the votes that it asks for, and one
   * vote that rejects ends them all. Throws `NOT_FOUND`.
   */
  recordBatchVote(vote: BatchVoteDraft): Promise<BatchVoteResult>;
  /** Who has voted on the approval, the oldest first. */
  listVotes(approvalId: string): Promise<VoteRecord[]>;
}

/** A vote whose assertion is verified. */
export interface VoteDraft extends Vote {
  approvalId: string;
  assertion: PasskeyAssertion;
  /** Of the approver, if the policy names one: no vote on a swap that this key asked for. */
  apiKey?: string;
  /** Through whose key it came, such as `API key key_…`. */
  by: string;
  reason: string;
}

export interface StoredBatch extends OccurrenceName {
  /** Of the rule. */
  version: number;
  /** How many jobs are not known to be swaps yet. */
  unsubmitted: number;
  lines: readonly BatchLine[];
}

/** One swap of an occurrence. */
export interface BatchLine {
  swap: {
    id: SwapId;
    wallet: { name: string };
    from: { chain: ChainName };
    to: { chain: ChainName };
    receiver: string;
  };
  state: SwapState;
  standing: LineStanding;
  /** What its approvers are asked for now, or what they decided last. */
  payment?: BatchPayment;
}

export interface BatchPayment {
  approval: Approval;
  item: Extract<AdmissionItem, { kind: 'payment' }>;
  /** Of its envelope. */
  digest: string;
  votes: readonly Pick<Vote, 'approver' | 'decision'>[];
  /** The name of the treasury rule's author, who counts as a requester of the payment. */
  author?: string;
}

export interface OpenBatch extends OccurrenceName {
  version: number;
  /** How many swaps it has. */
  swaps: number;
}

/** A vote whose assertion is verified against the challenge of these envelopes. */
export interface BatchVoteDraft extends OccurrenceName, Omit<VoteDraft, 'approvalId' | 'batch'> {
  /** Digests. */
  envelopes: readonly string[];
}

/**
 * `done`: with the swaps that go on or end by it. `own`: the person asked for the swap of this
 * approval. `preparing`: so many payments are not quoted yet. `changed`: the payments that wait are not
 * those that were signed.
 */
export type BatchVoteResult =
  | { kind: 'done'; due: readonly { swapId: SwapId; version: number }[] }
  | { kind: 'own'; approvalId: string }
  | { kind: 'preparing'; count: number }
  | { kind: 'changed' };

export interface VoteRecord extends Pick<Vote, 'approver' | 'decision'> {
  by: string;
  reason: string;
  at: number;
}

/** What a row of the journal says that a person has admitted. True only if it is sealed. */
export interface AdmittedItem extends SealableAdmission {
  seal?: AdmissionSeal;
}

export interface HoldRequest extends Versioned {
  /** Absent: the swap stays in its state. */
  state?: Extract<SwapState, 'awaiting_approval' | 'needs_review'>;
  fundsState: FundsState;
  reason: Reason;
  items: readonly HeldItem[];
  /** Milliseconds that a person has to decide. */
  within: number;
}

export interface Approval {
  id: string;
  swap: {
    id: SwapId;
    wallet: { name: string };
    from: { chain: ChainName };
    to: { chain: ChainName };
  };
  item: AdmissionItem;
  rule: string;
  message: string;
  known: KnownFacts;
  /** Who asked for the swap, first as it was submitted, such as `API key key_…`. */
  requesters: readonly string[];
  /** As of now: an open one whose time is over has expired. */
  state: ApprovalState;
  /** Of an approved one. */
  admission?: Admission;
  /** Of an approved or rejected one. */
  decided?: { by: string; at: number; reason: string };
  createdAt: number;
  expiresAt: number;
}

export interface Admission {
  scope: AdmissionScope;
  /** Milliseconds since the epoch. */
  until?: number;
  revoked?: { by: string; at: number; reason: string };
  /** It admits now: it is not revoked, and its time is not over. */
  inForce: boolean;
}

export interface ApprovalFilter {
  states?: readonly ApprovalState[];
  /** Only those that admit now for more than one swap. */
  inForce?: boolean;
  swapId?: SwapId;
  kind?: AdmissionKind;
  /** Only those that are no line of an open batch. */
  single?: boolean;
  limit: number;
  /** The id of the last one of the page before. */
  before?: string;
}

export type ApprovalDecision = { id: string; by: string; reason: string } & (
  | ({ kind: 'approve' } & AdmissionExtent)
  | { kind: 'reject' }
);

/** `until`: milliseconds since the epoch. */
type AdmissionExtent = { scope: 'once' | 'permanent' } | { scope: 'until'; until: number };

/** A decision as it is stored. */
export type SealedDecision =
  | Extract<ApprovalDecision, { kind: 'reject' }>
  | (Extract<ApprovalDecision, { kind: 'approve' }> & { seal: AdmissionSeal });

export interface Revocation {
  id: string;
  by: string;
  reason: string;
}

/**
 * `version`: of the swap, which is due now. `own`: the person asked for the swap. `decided`: it is
 * not open (or, for a revocation, admits nothing); `state` says why.
 */
export type DecideResult =
  | { kind: 'done'; approval: Approval; version: number }
  | { kind: 'own'; approval: Approval }
  | { kind: 'decided'; approval: Approval };
