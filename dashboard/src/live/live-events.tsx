import { useQueryClient } from '@tanstack/react-query';
import type { FeedEvent } from 'ferryman-client';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useSession } from '../session/session.ts';
import { followFeed } from './follow-feed.ts';
import { createRefresher } from './refresh.ts';
import { watchReach } from './watch-reach.ts';

/** `live`: what is shown follows the events. `broken`: it may be old. */
type LiveState = 'live' | 'paused' | 'broken';

/** Gets each event; nothing if events may have been missed. */
type Listener = (event: FeedEvent | undefined) => void;

interface Live {
  state: LiveState;
  setPaused(paused: boolean): void;
  listeners: Set<Listener>;
}

const LiveContext = createContext<Live>({
  state: 'live',
  setPaused: () => undefined,
  listeners: new Set(),
});

export const useLive = (): Pick<Live, 'state' | 'setPaused'> => useContext(LiveContext);

/** Calls a listener with each event, for what changes its data in place. */
export function useFeed(listener: Listener): void {
  const { listeners } = useContext(LiveContext);
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listeners, listener]);
}

/** Follows the service's events, and reads again what they concern. */
export function LiveEvents({ children }: { children: ReactNode }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [isPaused, setPaused] = useState(false);
  const [isFollowing, setFollowing] = useState(true);
  const [isReachable, setReachable] = useState(true);
  const [listeners] = useState(() => new Set<Listener>());
  useEffect(() => {
    if (isPaused) return;
    const ending = new AbortController();
    const { signal } = ending;
    const refresher = createRefresher(queries);
    const happened: Listener = (event) => {
      refresher.happened(event);
      for (const listener of listeners) listener(event);
    };
    void followFeed({ client, signal, happened, setFollowing });
    return () => {
      refresher.end();
      ending.abort(new Error('the page needs no events any more'));
    };
  }, [client, queries, listeners, isPaused]);
  useEffect(() => watchReach(client, setReachable), [client]);
  const isWhole = isReachable && (isPaused || isFollowing);
  const state: LiveState = !isWhole ? 'broken' : isPaused ? 'paused' : 'live';
  const live = useMemo(() => ({ state, setPaused, listeners }), [state, listeners]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
