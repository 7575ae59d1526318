import type { SwapId } from '../core/swap/ids.ts';
import type { DueLane, Lane } from './stores/lane-store.ts';

/**
 * Dispatches. A job carries the id of a swap or of a lane and nothing else; losing every one of
 * them costs seconds, never a swap, because the sweep over the journal's timers finds what is
 * overdue.
 */
export interface Queue {
  /**
   * Calls `advance` for the swap soon, or after `delay` milliseconds. A second call for the same
   * version is the same call.
   */
  dispatch(call: { swapId: SwapId; version: number; delay?: number }): Promise<Dispatched>;
  /**
   * Has a worker admit the lane's next swaps soon. A second call for the same version is the same
   * call.
   */
  dispatchLane(lane: DueLane): Promise<Dispatched>;
  /** Starts handing dispatches to the handlers, `concurrency` at a time. */
  listen(handlers: Handlers, concurrency: number): Promise<Listener>;
  /**
   * Drops every dispatch, running ones of dead processes included: for the start of a queue's only
   * process.
   */
  clear(): Promise<void>;
  /** Whether the queue's server answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** `served`: this process carries it out, and the queue's server was not asked. */
export type Dispatched = 'queued' | 'served';

export interface Handlers {
  swap(id: SwapId): Promise<void>;
  lane(lane: Lane): Promise<void>;
}

export interface Listener {
  /** Takes no new calls and waits for the running ones. */
  close(): Promise<void>;
}
