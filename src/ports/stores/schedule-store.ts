import type { SwapId } from '../../core/swap/ids.ts';
import type { Reason, Snapshot } from '../../core/swap/swap.ts';
import type { DueLane } from './lane-store.ts';
import type { Versioned } from './versioned.ts';

/** When swaps are due, and which worker holds them. */
export interface ScheduleStore {
  /**
   * Locks the swap for `holder` for `ttl` milliseconds of database time. False if another holder
   * has it.
   */
  lock(id: SwapId, holder: string, ttl: number): Promise<boolean>;
  /**
   * The same in one statement with the swap's `snapshot`. `undefined`: not locked. This includes a
   * swap whose timer another transaction is changing, since that may invalidate what was read.
   */
  lockAndRead(id: SwapId, holder: string, ttl: number): Promise<Snapshot | undefined>;
  /**
   * Releases the swap and sets its timer. Stores the reason; `failed` increments the count of
   * passing failures, otherwise it stays.
   */
  wait(request: WaitRequest): Promise<void>;
  /** Releases a swap without a change. It is due again after `delay` milliseconds. */
  release(id: SwapId, holder: string, delay: number): Promise<void>;
  /** Swaps that are due and unlocked, the longest due first. They stay due until locked. */
  dueSwaps(limit: number): Promise<{ swapId: SwapId; version: number }[]>;
  /** The same in one statement with the time until the next swap is due. */
  sweep(limit: number): Promise<Sweep>;
  /**
   * At the start of a journal's only process: releases the locks, held leases and elections of
   * earlier processes.
   */
  takeOver(): Promise<void>;
}

export interface WaitRequest extends Versioned {
  holder: string;
  /** Milliseconds of database time. */
  delay: number;
  reason?: Reason;
  failed: boolean;
  /** A waiting swap that has not signed returns its lane slot, unless this is set. */
  keepsSlot?: boolean;
}

/** What a sweep over the timers finds. */
export interface Sweep {
  due: Versioned[];
  /** Lanes that can admit a swap, as from `dueLanes`. */
  lanes: DueLane[];
  /** A bulk action is running. */
  bulk?: true;
  /** Milliseconds until the first other swap is due and unlocked. Absent: there is none. */
  nextIn?: number;
}
