import type { SwapId } from '../swap/ids.ts';

export const bulkKinds = ['retry', 'cancel'] as const;
/** What is done to each swap. */
export type BulkKind = (typeof bulkKinds)[number];

export const bulkStates = ['running', 'paused', 'aborted', 'finished'] as const;
export type BulkState = (typeof bulkStates)[number];

/** What an operator does to all swaps that a filter matched when the action was created. */
export interface BulkAction {
  id: string;
  action: BulkKind;
  /** As it was given. */
  filter: Readonly<Record<string, string>>;
  reason: string;
  /** At most so many acts in a minute. Skipped swaps do not count. */
  perMinute: number;
  /** The API key that created it. Its rights are judged again for each swap. */
  keyId: string;
  state: BulkState;
  /** Why it was paused or aborted. */
  stateReason?: string;
  /** Swaps that matched, and what became of them so far. */
  total: number;
  done: number;
  skipped: number;
  failed: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  updatedAt: number;
}

export const bulkOutcomes = ['done', 'skipped', 'failed'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** One swap of a bulk action. */
export interface BulkItem {
  /** From 1: the oldest swap is the first. */
  seq: number;
  swapId: SwapId;
  /** Absent: its turn has not come. */
  outcome?: BulkOutcome;
  /** Why it was skipped or failed. */
  code?: string;
  message?: string;
  /** The swap that tries its job again. */
  as?: SwapId;
  /** Of a cancel: whether the swap has ended by it. False: the chain decides. */
  decided?: boolean;
  at?: number;
}
