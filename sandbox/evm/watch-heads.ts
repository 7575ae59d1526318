import { setTimeout as sleep } from 'node:timers/promises';
import type { Heads } from '../chains/heads.ts';
import { isUnreachable } from '../chains/is-unreachable.ts';
import type { ChainClient } from './chain-client.ts';

interface Waiter {
  readonly after: bigint;
  resolve(latest: bigint): void;
  reject(reason: unknown): void;
}

/**
 * The only poller of a chain's block number. Polls until the signal aborts; `stopped` resolves when
 * polling has ended.
 */
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
        // If the engine does not answer, poll again.
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
