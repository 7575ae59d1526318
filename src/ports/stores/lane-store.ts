import type { ChainName, Family } from '../../core/swap/chains.ts';
import type { SwapId, WalletId } from '../../core/swap/ids.ts';
import type { Swap } from '../../core/swap/swap.ts';
import type { Versioned } from './versioned.ts';

/** The lane of a wallet account on a chain: its key. */
export interface Lane {
  walletId: WalletId;
  chain: ChainName;
}

/** A lane that can admit a swap now. `version` rises with each admission. */
export interface DueLane extends Lane {
  version: number;
}

/** Swaps that wait for their wallet account, and the slots that it has for them. */
export interface LaneStore {
  /**
   * Puts a swap into the lane of its wallet account on `chain`, and takes its timer and its
   * worker's lock away: it has none until it is admitted. Returns its slot if it has one.
   * `isUrgent`: it is admitted before all that are not, because it has begun already. Throws
   * `JOURNAL_STALE`.
   */
  enterLane(request: LaneEntry): Promise<DueLane>;
  /**
   * Admits swaps that wait in a lane, by priority and age, and locks them for `holder`: one, or as
   * many as have slots where they go together. Admits none while the lane has no free slot or its
   * wallet or chain is stopped. The timers of swaps whose deadline has passed are due afterwards.
   */
  admit(request: AdmissionRequest): Promise<Admission>;
  /**
   * Of the swaps that a lane would admit next, what their orders go by; empty where none waits. It
   * changes nothing.
   */
  nextInLane(lane: Lane): Promise<readonly Pick<Swap, 'job' | 'consecutiveFailures' | 'reason'>[]>;
  /**
   * Has a lane that cannot admit a swap for another reason looked at again after `delay`
   * milliseconds, or at its next deadline.
   */
  postponeLane(request: Lane & { delay: number }): Promise<void>;
  /** Lanes that can admit a swap, or that one waits in whose deadline has passed. */
  dueLanes(limit: number): Promise<DueLane[]>;
}

/** Where a swap waits for its wallet account. */
export interface LaneView {
  /** 1: it is admitted next. */
  position: number;
  /** Swaps that wait in the lane. */
  waiting: number;
  slots: number;
  /**
   * Milliseconds until it is admitted, at the lane's pace; absent: the lane has not admitted swaps
   * while others waited.
   */
  expectedWait?: number;
}

export interface LaneEntry extends Versioned {
  holder: string;
  chain: ChainName;
  /** Of the chain. */
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
  /** The lane as it is now, where it has admitted one. */
  lane?: DueLane;
  /** It can admit another one. */
  hasNext: boolean;
}
