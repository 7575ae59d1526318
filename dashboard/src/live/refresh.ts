import type { Query, QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from 'ferryman-client';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** False: events do not refresh it; it keeps what it shows, or changes it by itself. */
      followsEvents?: boolean;
    };
  }
}

/** Milliseconds between two readings: of a swap that an event names, and of all that sums up. */
const swapPause = 1_000;
const othersPause = 5_000;

/** Whether events refresh the query. */
export function followsEvents({ queryKey, meta }: Query): boolean {
  return queryKey[0] !== 'session' && meta?.followsEvents !== false;
}

const isOfSwap = ({ queryKey }: Query): boolean => queryKey[0] === 'swap';

/**
 * Reads again what events concern. A key such as `['swap', id]` is read when an event names its swap;
 * all others are read at a lower rate, since any event may concern them.
 */
export function createRefresher(queries: QueryClient) {
  const changed = new Set<string>();
  let isAnything = false;
  let swapTimer: ReturnType<typeof setTimeout> | undefined;
  let othersTimer: ReturnType<typeof setTimeout> | undefined;
  let othersAt = 0;
  const readSwaps = () => {
    swapTimer = undefined;
    const [ids, all] = [new Set(changed), isAnything];
    changed.clear();
    isAnything = false;
    const isConcerned = (query: Query) =>
      followsEvents(query) && isOfSwap(query) && (all || ids.has(String(query.queryKey[1])));
    void queries.invalidateQueries({ predicate: isConcerned });
  };
  const readOthers = () => {
    othersTimer = undefined;
    othersAt = Date.now();
    void queries.invalidateQueries({
      predicate: (query) => followsEvents(query) && !isOfSwap(query),
    });
  };
  return {
    /** @param event absent: anything may have happened */
    happened(event: FeedEvent | undefined): void {
      if (event?.swap) changed.add(event.swap.id);
      if (!event) isAnything = true;
      if (!event || event.swap) swapTimer ??= setTimeout(readSwaps, swapPause);
      const due = Math.max(swapPause, othersAt + othersPause - Date.now());
      othersTimer ??= setTimeout(readOthers, due);
    },
    end(): void {
      clearTimeout(swapTimer);
      clearTimeout(othersTimer);
    },
  };
}
