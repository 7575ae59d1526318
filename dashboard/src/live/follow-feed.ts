import type { FeedEvent, FerrymanClient } from 'ferryman-client';
import { isFerrymanError } from 'ferryman-client';

/** Milliseconds before a stream that failed is opened again. */
const restAfterFailure = 5_000;
/** A stream that has not failed for so long is open. */
const openAfter = 2_000;
/** Between two looks whether the service answers: a stream that broke is opened again in silence. */
const restBetweenLooks = 10_000;

interface Follower {
  client: FerrymanClient;
  signal: AbortSignal;
  /** Gets each event; nothing if events may have been missed. */
  happened(event: FeedEvent | undefined): void;
  /** Is told whether the stream is open. */
  setFollowing(isFollowing: boolean): void;
}

/** Follows the events until the signal ends it. */
export async function followFeed(follower: Follower): Promise<void> {
  const { client, signal, happened, setFollowing } = follower;
  while (!signal.aborted) {
    happened(undefined);
    const opening = setTimeout(() => setFollowing(true), openAfter);
    try {
      const options = { signal, onReset: () => happened(undefined) };
      for await (const event of client.events({}, options)) happened(event);
    } catch {
      clearTimeout(opening);
      if (signal.aborted) return;
      setFollowing(false);
      await new Promise((resolve) => setTimeout(resolve, restAfterFailure));
    }
  }
}

/** Looks from time to time whether the service answers. Returns how to end it. */
export function watchReach(
  client: FerrymanClient,
  setReachable: (isReachable: boolean) => void,
): () => void {
  const ending = new AbortController();
  const look = async () => {
    if (document.hidden) return;
    try {
      await client.session.get({ signal: ending.signal, timeoutMs: restBetweenLooks });
      setReachable(true);
    } catch (error) {
      const isAnswer = isFerrymanError(error, 'UNAUTHORIZED');
      if (!ending.signal.aborted) setReachable(isAnswer);
    }
  };
  const timer = setInterval(() => void look(), restBetweenLooks);
  return () => {
    clearInterval(timer);
    ending.abort(new Error('the page looks no more'));
  };
}
