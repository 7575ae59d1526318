import { setTimeout as sleep } from 'node:timers/promises';
import { createHeads } from '../chains/create-heads.ts';
import type { Heads } from '../chains/heads.ts';
import { isUnreachable } from '../chains/is-unreachable.ts';
import type { ChainClient } from './chain-client.ts';

/** The heads of a chain whose blocks come from an engine. */
export interface WatchedHeads extends Heads {
  /** The producer of blocks says what it has mined, which spares a request to the engine. */
  announce(block: { readonly number: bigint; readonly isEmpty: boolean }): void;
  /** The newest block that may have a transaction in it. */
  lastUsed(): bigint;
  /** Resolves when the signal has aborted and polling has ended. */
  readonly stopped: Promise<void>;
}

/** How often the engine is asked, in milliseconds: a client may mine at the engine itself. */
export const POLL_INTERVAL_MS = 500;

/** Follows the height of a chain until the signal aborts. */
export function watchHeads(
  client: ChainClient,
  intervalMs: number,
  signal: AbortSignal,
): WatchedHeads {
  const heads = createHeads(signal, -1n);
  let lastUsed = -1n;
  let announced = 0;

  const advance = (latest: bigint, isEmpty: boolean): void => {
    if (latest === heads.latest()) return;
    // A block in between was mined by a client, which may have put something into it.
    if (!isEmpty || latest !== heads.latest() + 1n) lastUsed = latest;
    heads.announce(latest);
  };

  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      const before = announced;
      try {
        const latest = await client.getBlockNumber();
        // An answer that was overtaken is of the past.
        if (before === announced) advance(latest, false);
      } catch (error) {
        // If the engine does not answer, poll again.
        if (!isUnreachable(error)) throw error;
      }
      await sleep(intervalMs);
    }
  };

  return {
    ...heads,
    announce({ number, isEmpty }) {
      announced += 1;
      // What a reorganization replaced is no new height, and it is empty.
      if (number > heads.latest()) advance(number, isEmpty);
    },
    lastUsed: () => lastUsed,
    stopped: poll(),
  };
}
