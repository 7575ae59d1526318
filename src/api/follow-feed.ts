import type { SwapId } from '../core/swap/ids.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { EventFeed } from '../executor/feed/create-event-feed.ts';
import { encodeCursor } from '../executor/feed/cursor.ts';
import { type FeedFilter, isWanted } from '../executor/feed/feed-filter.ts';
import { feedItemJson } from '../executor/feed/feed-item-json.ts';
import { timeLimit } from '../http/time-limit.ts';
import type { FeedPosition } from '../ports/stores/feed-store.ts';
import type { ServerSentEvent } from './event-stream.ts';

interface FollowRequest {
  feed: EventFeed;
  journalId: string;
  after: FeedPosition;
  /** Set: the reader's cursor is not of this journal; it has to list again. */
  resetReason?: string;
  filter: FeedFilter;
  /** Throws `UNAUTHORIZED` once the reader may not read any more: the stream ends. */
  requireCaller(): Promise<void>;
  signal: AbortSignal;
  pace?: Pace;
}

/** In milliseconds. */
interface Pace {
  /** Between two signs of life of a quiet stream. */
  heartbeat: number;
  /** Between two looks whether the reader may still read. */
  keyCheck: number;
  /** What a client waits before it connects again. */
  retry: number;
}

const defaultPace: Pace = { heartbeat: 15_000, keyCheck: 3_000, retry: 2_000 };

/** The events of a stream: it begins with where the reader stands, so that a break loses nothing. */
export async function* followFeed({
  feed,
  journalId,
  after,
  resetReason,
  filter,
  requireCaller,
  signal,
  pace: { heartbeat, keyCheck, retry } = defaultPace,
}: FollowRequest): AsyncGenerator<ServerSentEvent> {
  const follower = feed.follow(after, filter.swapId as SwapId | undefined);
  const cursor = (): string => encodeCursor(journalId, follower.position());
  const isOver = (): boolean => signal.aborted || feed.closing.aborted;
  let checkedAt = performance.now();
  let spokeAt = checkedAt;
  try {
    yield { id: cursor(), retry };
    if (resetReason !== undefined)
      yield { id: cursor(), event: 'reset', data: { reason: resetReason } };
    while (!isOver()) {
      const items = await follower.take();
      if (performance.now() - checkedAt >= keyCheck) {
        if (!(await mayGoOn(requireCaller))) return;
        checkedAt = performance.now();
      }
      for (const item of items) {
        if (!isWanted(item, filter)) continue;
        if (isOver()) return;
        spokeAt = performance.now();
        const id = encodeCursor(journalId, item.position);
        yield { id, data: feedItemJson(item, id) };
      }
      if (performance.now() - spokeAt >= heartbeat) {
        spokeAt = performance.now();
        yield { id: cursor() };
      }
      if (items.length === 0) await follower.wait(AbortSignal.any([signal, timeLimit(keyCheck)]));
    }
  } finally {
    follower.end();
  }
}

async function mayGoOn(requireCaller: () => Promise<void>): Promise<boolean> {
  try {
    await requireCaller();
    return true;
  } catch (cause) {
    if (toFerrymanError(cause).code === 'UNAUTHORIZED') return false;
    throw cause;
  }
}
