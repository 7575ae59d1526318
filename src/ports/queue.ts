import type { SwapId } from '../core/ids.ts';

/**
 * Wake-up calls. A job carries a swap id and nothing else; losing every one of them costs seconds, never a swap, because the
 * sweep over the journal's timers finds what is overdue.
 */
export interface Queue {
  /** Calls `advance` for the swap soon, or after `delay` milliseconds. A second call for the same version is the same call. */
  wake(call: { swapId: SwapId; version: number; delay?: number }): Promise<void>;
  /** Starts handing wake-up calls to `handler`, `concurrency` at a time. */
  listen(handler: (swapId: SwapId) => Promise<void>, concurrency: number): Promise<Listener>;
  /** Drops every wake-up call, running ones of dead processes included: for the start of a queue's only process. */
  clear(): Promise<void>;
  /** Whether the queue's server answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export interface Listener {
  /** Takes no new calls and waits for the running ones. */
  close(): Promise<void>;
}
