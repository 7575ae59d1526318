import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainClient } from './chain-client.ts';
import { isUnreachable } from './is-unreachable.ts';

/** The one poller of a chain's block number, which everything that waits for blocks shares. */
export interface Heads {
  /** The newest block number seen. */
  latest(): bigint;
  /** Waits for a block past the given one. Rejects with an AbortError when the sandbox closes. */
  next(after: bigint): Promise<bigint>;
  /** Aborts when the sandbox closes. */
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly after: bigint;
  resolve(latest: bigint): void;
  reject(reason: unknown): void;
}

/** Polls until the signal aborts; resolves `stopped` when it has. */
export function watchHeads(
  client: ChainClient,
  intervalMs: number,
  signal: AbortSignal,
): Heads & { readonly stopped: Promise<void> } {
  let latest = -1n;
  let waiters: Waiter[] = [];

  const advance = (blockNumber: bigint): void => {
    if (blockNumber === latest) return;
    latest = blockNumber;
    const ready = waiters.filter((waiter) => waiter.after < blockNumber);
    waiters = waiters.filter((waiter) => waiter.after >= blockNumber);
    for (const waiter of ready) waiter.resolve(blockNumber);
  };

  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        advance(await client.getBlockNumber());
      } catch (error) {
        // An engine that does not answer has no new block to tell of: ask again.
        if (!isUnreachable(error)) throw error;
      }
      await sleep(intervalMs);
    }
  };

  signal.addEventListener('abort', () => {
    for (const waiter of waiters) waiter.reject(signal.reason);
    waiters = [];
  });
  return {
    latest: () => latest,
    next: (after) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        else if (latest > after) resolve(latest);
        else waiters.push({ after, resolve, reject });
      }),
    signal,
    stopped: poll(),
  };
}
