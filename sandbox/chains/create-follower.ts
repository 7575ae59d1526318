import type { Heads } from './heads.ts';
import { isUnreachable } from './is-unreachable.ts';

interface Following {
  readonly heads: Heads;
  /** Whether there is something to look after. */
  isNeeded(): boolean;
  lookAfter(latest: bigint): Promise<void>;
}

/**
 * What is returned sees to it that things are looked after at each new block, until there is
 * nothing left.
 */
export function createFollower({ heads, isNeeded, lookAfter }: Following): () => Promise<void> {
  let isFollowing = false;
  return async () => {
    if (isFollowing) return;
    isFollowing = true;
    while (isNeeded() && !heads.signal.aborted) {
      try {
        await lookAfter(await heads.next(heads.latest()));
      } catch (error) {
        // An engine that does not answer is asked again at the next block.
        if (!isUnreachable(error) && !heads.signal.aborted) throw error;
      }
    }
    isFollowing = false;
  };
}
