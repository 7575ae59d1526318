import type { FeedEvent, FerrymanClient } from 'ferryman-client';

/** Milliseconds before a stream that failed is opened again. */
const pauseAfterFailure = 5_000;
/** Milliseconds after which a stream that has not failed counts as open. */
const openAfter = 2_000;

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
      await new Promise((resolve) => setTimeout(resolve, pauseAfterFailure));
    }
  }
}
