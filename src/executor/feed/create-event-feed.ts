import { EventEmitter, once } from 'node:events';
import type { SwapId } from '../../core/swap/ids.ts';
import type { OutageLog } from '../../errors/outage-log.ts';
import {
  comparePositions,
  type FeedItem,
  type FeedPosition,
  type FeedStore,
} from '../../ports/stores/feed-store.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import { type Loop, startLoop } from '../start-loop.ts';

/** The one reader of the feed in a process, for all who follow it. It reads only while one does. */
export interface EventFeed {
  /**
   * Starts the reader if it does not run.
   * @param swapId the follower wants events of this swap: it need not read all others that it missed
   */
  follow(after: FeedPosition, swapId?: SwapId): Follower;
  /** Aborted at shutdown: followers end. */
  closing: AbortSignal;
  /** Ends all followers and stops reading. */
  close(): Promise<void>;
}

/** Reads along at its own pace: what it has not taken is not kept for it. */
interface Follower {
  /**
   * The next items, in order; empty if there are none yet. A slow follower, or one that begins far
   * behind, reads them from the journal.
   */
  take(): Promise<readonly FeedItem[]>;
  /** Resolves when there may be more, at `signal`, and when the feed closes. */
  wait(signal: AbortSignal): Promise<void>;
  /** The position of the last item taken. */
  position(): FeedPosition;
  end(): void;
}

/** Milliseconds between two readings while a client follows. */
const pollEvery = 300;
/** Items that are kept for followers at the end of the feed. */
const kept = 1_000;
/** Items of one reading. */
const pageSize = 500;

/** What the reader keeps while a client follows. */
interface Tail {
  loop: Loop;
  /** The newest items, in order: all that the feed has past `floor`. */
  recent: FeedItem[];
  /** Absent: nothing is read yet. */
  floor?: FeedPosition;
}

/** @param pause milliseconds between two readings */
export function createEventFeed(
  { journal, outages }: { journal: Pick<FeedStore, 'readFeed' | 'feedEnd'>; outages: OutageLog },
  pause = pollEvery,
): EventFeed {
  const closing = new AbortController();
  const changes = new EventEmitter().setMaxListeners(0);
  /** Counts the changes, so that none is missed between two waits. */
  let revision = 0;
  /** Catching up must not take the journal from the swaps: one page at a time for all. */
  const mutex = createKeyedMutex();
  let followers = 0;
  let tail: Tail | undefined;

  function notify(): void {
    revision += 1;
    changes.emit('change');
  }

  async function read(own: Omit<Tail, 'loop'>): Promise<void> {
    if (own.floor === undefined) {
      own.floor = await journal.feedEnd();
      notify();
    }
    for (;;) {
      const page = await journal.readFeed({ after: headOf(own) ?? own.floor, limit: pageSize });
      if (page.length === 0) return;
      own.recent.push(...page);
      const dropped = own.recent.splice(0, Math.max(0, own.recent.length - kept));
      own.floor = dropped.at(-1)?.position ?? own.floor;
      notify();
      if (page.length < pageSize || closing.signal.aborted) return;
    }
  }

  function start(): Tail {
    const own: Omit<Tail, 'loop'> = { recent: [] };
    const loop = startLoop({ name: 'event feed', interval: pause, outages }, () => read(own));
    return Object.assign(own, { loop });
  }

  async function stop(): Promise<void> {
    const stopped = tail?.loop.stop();
    tail = undefined;
    await stopped;
  }

  return {
    closing: closing.signal,
    follow(after, swapId) {
      let position = after;
      let isOver = false;
      let seen = revision;
      followers += 1;
      if (!closing.signal.aborted) tail ??= start();

      /** Everything up to the head as it was before is in the page, or follows it. */
      async function catchUp(): Promise<readonly FeedItem[]> {
        const head = tail && headOf(tail);
        const items = await mutex.run('feed', () =>
          journal.readFeed({ after: position, limit: pageSize, swapId }),
        );
        position = items.at(-1)?.position ?? position;
        if (items.length < pageSize && head && comparePositions(position, head) < 0)
          position = head;
        return items;
      }

      return {
        async take() {
          seen = revision;
          const { floor, recent = [] } = tail ?? {};
          if (floor === undefined || comparePositions(position, floor) < 0) return catchUp();
          const items = recent.slice(firstAfter(recent, position)).slice(0, pageSize);
          position = items.at(-1)?.position ?? position;
          return items;
        },
        async wait(signal) {
          const ends = AbortSignal.any([signal, closing.signal]);
          if (seen !== revision || ends.aborted) return;
          await once(changes, 'change', { signal: ends }).catch((cause: unknown) => {
            if (!ends.aborted) throw cause;
          });
        },
        position: () => position,
        end() {
          if (isOver) return;
          isOver = true;
          followers -= 1;
          if (followers === 0) void stop();
        },
      };
    },
    async close() {
      closing.abort();
      await stop();
    },
  };
}

function headOf({ recent, floor }: Omit<Tail, 'loop'>): FeedPosition | undefined {
  return recent.at(-1)?.position ?? floor;
}

/** The index of the first item past a position. */
function firstAfter(items: readonly FeedItem[], position: FeedPosition): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item && comparePositions(item.position, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
