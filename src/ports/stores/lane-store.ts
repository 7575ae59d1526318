import type { ChainName, Family } from '../../core/swap/chains.ts';
import type { SwapId, WalletId } from '../../core/swap/ids.ts';
import type { Swap } from '../../core/swap/swap.ts';
import type { Versioned } from './versioned.ts';

/** Identifies the lane of a wallet account on a chain. */
export interface Lane {
  walletId: WalletId;
  chain: ChainName;
}

/** A lane that can admit a swap now. Each admission increments `version`. */
export interface DueLane extends Lane {
  version: number;
}

/** Swaps that wait for their wallet account, and the account's slots. */
export interface LaneStore {
  /**
   * Puts a swap into the lane of its wallet account on `chain`. Releases its slot and its lock, and
   * clears its timer until it is admitted. `isUrgent`: admitted before all that are not, since it
   * has already begun. Throws `JOURNAL_STALE`.
   */
  enterLane(request: LaneEntry): Promise<DueLane>;
  /**
   * Admits waiting swaps of a lane by priority and age, and locks them for `holder`: one, or as
   * many as have slots if they share a transaction. Admits none while the lane has no free slot or
   * its wallet or chain is stopped. Swaps past their deadline are due afterwards.
   */
  admit(request: AdmissionRequest): Promise<Admission>;
  /** What the next orders of the lane's first swaps depend on. Empty if none waits. Read-only. */
  nextInLane(lane: Lane): Promise<readonly Pick<Swap, 'job' | 'consecutiveFailures' | 'reason'>[]>;
  /**
   * Postpones a lane that cannot admit a swap for another reason: checked again after `delay`
   * milliseconds, or at its next deadline.
   */
  postponeLane(request: Lane & { delay: number }): Promise<void>;
  /** Lanes that can admit a swap, or with a waiting swap past its deadline. */
  dueLanes(limit: number): Promise<DueLane[]>;
}

/** A swap's position in its lane. */
export interface LaneView {
  /** 1: admitted next. */
  position: number;
  /** Swaps that wait in the lane. */
  waiting: number;
  slots: number;
  /**
   * Estimated milliseconds until admission, by the lane's pace. Absent: the lane has admitted no
   * swap while others waited.
   */
  expectedWait?: number;
}

export interface LaneEntry extends Versioned {
  holder: string;
  chain: ChainName;
  /** Of `chain`. */
  family: Family;
  isUrgent: boolean;
}

export interface AdmissionRequest extends Lane {
  holder: string;
  /** Of the locks, in milliseconds of database time. */
  ttl: number;
}

export interface Admission {
  swaps: readonly SwapId[];
  /** The lane's new version, if it admitted a swap. */
  lane?: DueLane;
  /** The lane can admit another swap. */
  hasNext: boolean;
}
