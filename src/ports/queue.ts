import type { SwapId } from '../core/swap/ids.ts';
import type { DueLane, Lane } from './stores/lane-store.ts';

/**
 * Dispatches. A job carries only the id of a swap or a lane. Losing all of them costs seconds,
 * never a swap: the sweep over the journal's timers finds overdue swaps.
 */
export interface Queue {
  /**
   * Runs `advance` for the swap soon, or after `delay` milliseconds. Repeated dispatches for the
   * same version are one.
   */
  dispatch(call: { swapId: SwapId; version: number; delay?: number }): Promise<Dispatched>;
  /**
   * Has a worker admit the lane's next swaps soon. Repeated dispatches for the same version are
   * one.
   */
  dispatchLane(lane: DueLane): Promise<Dispatched>;
  /** Starts passing dispatches to the handlers, `concurrency` at a time. */
  listen(handlers: Handlers, concurrency: number): Promise<Listener>;
  /**
   * Drops every dispatch, including running ones of dead processes. For the start of a queue's only
   * process.
   */
  clear(): Promise<void>;
  /** Whether the queue's server answers. */
  ping(): Promise<boolean>;
  /** How many jobs there are. Throws `REDIS_UNAVAILABLE`. */
  depths(): Promise<readonly QueueDepth[]>;
  close(): Promise<void>;
}

/** The jobs of one queue: of dispatches (`advance`), or of intake (`swaps`). */
export interface QueueDepth {
  queue: 'advance' | 'swaps';
  /** Due and not taken. */
  waiting: number;
  /** Not due. */
  delayed: number;
  /** Taken by a process. */
  active: number;
}

/** `served`: this process handles it without the queue's server. */
export type Dispatched = 'queued' | 'served';

export interface Handlers {
  swap(id: SwapId): Promise<void>;
  lane(lane: Lane): Promise<void>;
}

export interface Listener {
  /** Accepts no new dispatches and waits for the running ones. */
  close(): Promise<void>;
}
