import type { Heads } from './heads.ts';
import { isUnreachable } from './is-unreachable.ts';

interface Following {
  readonly heads: Heads;
  /** Whether there is work left. */
  isNeeded(): boolean;
  lookAfter(latest: bigint): Promise<void>;
}

/** Returns a function that runs `lookAfter` at each new block until no work is left. */
export function createFollower({ heads, isNeeded, lookAfter }: Following): () => Promise<void> {
  let isFollowing = false;
  return async () => {
    if (isFollowing) return;
    isFollowing = true;
    while (isNeeded() && !heads.signal.aborted) {
      try {
        await lookAfter(await heads.next(heads.latest()));
      } catch (error) {
        // If the engine does not answer, retry at the next block.
        if (!isUnreachable(error) && !heads.signal.aborted) throw error;
      }
    }
    isFollowing = false;
  };
}
