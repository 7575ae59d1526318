import type { SwapId } from '../../core/swap/ids.ts';
import type { Reason, Snapshot } from '../../core/swap/swap.ts';
import type { DueLane } from './lane-store.ts';
import type { Versioned } from './versioned.ts';

/** Which swap is worked on when, and by whom. */
export interface ScheduleStore {
  /**
   * Takes the swap for `holder` for `ttl` milliseconds of database time; false while another holder
   * has it.
   */
  lock(id: SwapId, holder: string, ttl: number): Promise<boolean>;
  /**
   * The same in one statement with what `snapshot` gives of the swap; absent where it is not taken.
   * It is not taken either while another transaction changes when it is due: whoever is waited for
   * may have changed what was read.
   */
  lockAndRead(id: SwapId, holder: string, ttl: number): Promise<Snapshot | undefined>;
  /**
   * Gives the swap back and sets its timer. Records why it waits; `failed` counts a passing
   * failure, otherwise the count is kept.
   */
  wait(request: WaitRequest): Promise<void>;
  /** Gives a swap back without changing anything, due again after `delay` milliseconds. */
  release(id: SwapId, holder: string, delay: number): Promise<void>;
  /** Swaps that are due and unlocked, oldest due first; they stay due until locked. */
  dueSwaps(limit: number): Promise<{ swapId: SwapId; version: number }[]>;
  /** The same, with the time until the next swap is due: one statement tells both. */
  sweep(limit: number): Promise<Sweep>;
  /**
   * On the start of a journal's only process: locks, held leases and elections of processes before
   * it are let go.
   */
  takeOver(): Promise<void>;
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

/** What a sweep over the timers finds. */
export interface Sweep {
  due: Versioned[];
  /** Lanes that can admit a swap, as `dueLanes` gives them. */
  lanes: DueLane[];
  /** Milliseconds until the first of all other swaps is due and unlocked. Absent: there is none. */
  nextIn?: number;
}
