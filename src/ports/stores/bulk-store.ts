import type {
  BulkAction,
  BulkItem,
  BulkKind,
  BulkOutcome,
} from '../../core/operator/bulk-action.ts';
import type { BulkSeal } from '../../core/operator/bulk-seal.ts';
import type { BulkSubject, BulkVerdict } from '../../core/operator/judge-bulk.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { RetryRequest } from './swap-store.ts';

/** Bulk actions: what operators do to many swaps, one after the other. */
export interface BulkStore {
  /**
   * Stores an action with the swaps that it is about, or finds the one of the same idempotency key.
   * Throws `IDEMPOTENCY_CONFLICT` if that one had another body.
   */
  createBulkAction(draft: BulkDraft): Promise<BulkAction>;
  /** The action that a key has created under an idempotency key. */
  findBulkByKey(keyId: string, idempotencyKey: string): Promise<StoredBulk | undefined>;
  findBulkAction(id: string): Promise<BulkAction | undefined>;
  /** Newest first. `before`: the id of the last one of the page before. */
  listBulkActions(page: { limit: number; before?: string }): Promise<BulkAction[]>;
  /** In the order in which they are done, after the number `after`. */
  bulkItems(id: string, page: BulkItemPage): Promise<BulkItem[]>;
  /**
   * Pauses, resumes or aborts an action; one that has ended stays as it is. It waits for the item
   * that is being done, and none begins afterwards.
   */
  changeBulkAction(id: string, change: BulkChange): Promise<BulkAction | undefined>;
  /** The swaps of an action, in their order. */
  bulkSwaps(id: string): Promise<SwapId[]>;
  /** Swaps as they are now, as far as they exist. */
  bulkSubjects(ids: readonly SwapId[]): Promise<BulkSubject[]>;
  /**
   * The next item that is due, of an action that this holder has now locked for `ttl` milliseconds.
   * An action without a further item is finished. `nextIn`: milliseconds until another is due.
   */
  nextBulkItem(holder: string, ttl: number): Promise<NextBulkItem>;
  /**
   * Does one item, in one transaction with its result and its entry in the audit log: after a
   * restart it is done, or it is not. `judge` is pure.
   */
  doBulkItem(request: BulkItemRequest): Promise<BulkItemResult>;
  /** Records that an item could not be done. */
  failBulkItem(turn: BulkTurn, reason: { code: string; message: string }): Promise<void>;
}

export interface BulkDraft {
  id: string;
  idempotencyKey: string;
  /** SHA-256 of the canonical request, hex. */
  bodyHash: string;
  action: BulkKind;
  filter: Readonly<Record<string, string>>;
  reason: string;
  perMinute: number;
  keyId: string;
  /** In the order in which it is done to them. */
  swaps: readonly SwapId[];
  /** Absent: no retry of it is done. */
  seal?: BulkSeal;
}

export interface StoredBulk {
  action: BulkAction;
  bodyHash: string;
}

export interface BulkItemPage {
  /** `open`: those whose turn has not come. */
  outcome?: BulkOutcome | 'open';
  limit: number;
  after?: number;
}

export interface BulkChange {
  to: 'running' | 'paused' | 'aborted';
  reason: string;
}

/** An item whose turn has come. */
export interface BulkTurn {
  bulkId: string;
  seq: number;
  swapId: SwapId;
  action: BulkKind;
  filter: Readonly<Record<string, string>>;
  reason: string;
  perMinute: number;
  keyId: string;
  /** When the action was created, in milliseconds since the epoch. */
  createdAt: number;
  /** Absent: an earlier version stored the action, or another program. */
  seal?: BulkSeal;
  holder: string;
}

export type NextBulkItem = { turn: BulkTurn } | { nextIn?: number };

export interface BulkItemRequest {
  turn: BulkTurn;
  judge(subject: BulkSubject): BulkVerdict;
  maxGenerations: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** As in `RetryRequest`. */
  seal?: RetryRequest['seal'];
  /** Whether a cancel may end a swap: see `CancelOptions`. */
  mayEnd: boolean;
}

export type BulkItemResult =
  /** `swapId`: the swap that goes on. Absent version: it has ended now, and nothing is dispatched. */
  | { kind: 'done'; swapId: SwapId; version?: number }
  | { kind: 'skipped'; code: string }
  /** The action was paused or aborted meanwhile, or another process has it. */
  | { kind: 'not_running' };
