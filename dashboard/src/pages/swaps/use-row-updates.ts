import type { FeedEvent, Swap } from 'ferryman-client';
import { useCallback, useEffect, useRef } from 'react';
import { useFeed } from '../../live/live-events.tsx';
import { useSession } from '../../session/session.ts';

/** Milliseconds between two readings of rows. */
const pause = 2_000;
/** As many rows as one call may name. */
const maxRows = 100;

interface Rows {
  swaps: readonly Swap[];
  /** The rows on the screen. */
  visible: { current: readonly string[] };
  change(changed: ReadonlyMap<string, (swap: Swap) => Swap>): void;
  put(fresh: readonly Swap[]): void;
}

/**
 * Keeps the rows of a list up to date. The state comes with the event; the rest of a row is read
 * when it is on the screen.
 */
export function useRowUpdates({ swaps, visible, change, put }: Rows): void {
  const { client } = useSession();
  const outdated = useRef(new Set<string>());
  const newest = useRef(new Map<string, FeedEvent>());
  const rows = useRef(swaps);
  useEffect(() => {
    rows.current = swaps;
  }, [swaps]);
  useFeed(
    useCallback((event) => {
      if (event?.swap) newest.current.set(event.swap.id, event);
      if (event?.swap) outdated.current.add(event.swap.id);
      if (!event) for (const { id } of rows.current) outdated.current.add(id);
    }, []),
  );
  useEffect(() => {
    // What was listed before the page was left may have changed since.
    for (const { id } of rows.current) outdated.current.add(id);
    const ending = new AbortController();
    let isReading = false;
    const readRows = async () => {
      const ids = visible.current.filter((id) => outdated.current.has(id)).slice(0, maxRows);
      if (isReading || ids.length === 0 || document.hidden) return;
      isReading = true;
      for (const id of ids) outdated.current.delete(id);
      try {
        const query = { id: ids.join(','), limit: maxRows };
        const { swaps: fresh } = await client.call('listSwaps', { query, signal: ending.signal });
        put(fresh);
      } catch {
        // They stay outdated, and are read again.
        for (const id of ids) outdated.current.add(id);
      } finally {
        isReading = false;
      }
    };
    const timer = setInterval(() => {
      const listed = new Set(rows.current.map(({ id }) => id));
      const events = [...newest.current].filter(([id]) => listed.has(id));
      newest.current.clear();
      for (const id of outdated.current) if (!listed.has(id)) outdated.current.delete(id);
      if (events.length > 0)
        change(new Map(events.map(([id, event]) => [id, (swap) => afterEvent(swap, event)])));
      void readRows();
    }, pause);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [client, visible, change, put]);
}

function afterEvent(swap: Swap, { state, fundsState, at }: FeedEvent): Swap {
  if (Date.parse(at) < Date.parse(swap.updatedAt)) return swap;
  return { ...swap, ...(state ? { state } : {}), ...(fundsState ? { fundsState } : {}) };
}
