import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Swap, SwapList } from 'ferryman-client';
import { useCallback, useEffect, useMemo } from 'react';
import { useSession } from '../../session/session.ts';
import { apiFilter, type SwapFilter } from './swap-filter.ts';

const pageSize = 50;

type Pages = InfiniteData<SwapList, string>;

/**
 * A list whose rows stay in their places: what changes is changed in its row, and what is new is
 * counted and shown when the person wants it.
 */
export function useSwapList(filter: SwapFilter) {
  const { client } = useSession();
  const queries = useQueryClient();
  const key = useMemo(() => ['swap-list', filter], [filter]);
  const read = (cursor: string, signal: AbortSignal) =>
    client.call('listSwaps', {
      query: { ...apiFilter(filter), limit: pageSize, ...(cursor === '' ? {} : { cursor }) },
      signal,
    });
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: SwapList) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    structuralSharing: false,
    meta: { followsEvents: false },
  });
  const isOld = list.isPlaceholderData;
  /** The newest swaps as they are now. Events refresh them. */
  const head = useQuery({
    queryKey: ['swap-head', filter],
    queryFn: ({ signal }) => read('', signal),
    enabled: list.isSuccess && !isOld,
    initialData: () => queries.getQueryData<Pages>(key)?.pages[0],
    initialDataUpdatedAt: () => queries.getQueryState(key)?.dataUpdatedAt,
  });
  const swaps = useMemo(() => list.data?.pages.flatMap((page) => page.swaps) ?? [], [list.data]);
  const known = useMemo(() => new Set(swaps.map(({ id }) => id)), [swaps]);

  /** Changes rows in their places. */
  const change = useCallback(
    (changed: ReadonlyMap<string, (swap: Swap) => Swap>) => {
      queries.setQueryData<Pages>(key, (data) => data && changedPages(data, changed));
    },
    [queries, key],
  );
  const put = useCallback(
    (fresh: readonly Swap[]) =>
      change(new Map(fresh.map((next) => [next.id, (old) => newerOf(old, next)]))),
    [change],
  );
  useEffect(() => {
    if (head.data) put(head.data.swaps);
  }, [head.data, put]);

  const unknown = isOld ? [] : (head.data?.swaps.filter(({ id }) => !known.has(id)) ?? []);
  return {
    swaps,
    isRead: list.data !== undefined,
    isOld,
    error: list.error ?? head.error,
    change,
    put,
    hasMore: list.hasNextPage,
    /** Older swaps could not be read. */
    hasFailed: list.isFetchNextPageError,
    isReadingMore: list.isFetchingNextPage,
    readMore: list.fetchNextPage,
    /** How many swaps are not in the list yet. */
    newCount: unknown.length,
    /** Whether there may be more than are counted. */
    hasMoreNew: unknown.length >= pageSize,
    /** Begins the list with the newest swap. */
    showNew() {
      if (head.data) queries.setQueryData<Pages>(key, { pages: [head.data], pageParams: [''] });
    },
  };
}

function changedPages(data: Pages, changed: ReadonlyMap<string, (swap: Swap) => Swap>): Pages {
  const pages = data.pages.map((page) =>
    page.swaps.some(({ id }) => changed.has(id))
      ? { ...page, swaps: page.swaps.map((swap) => changed.get(swap.id)?.(swap) ?? swap) }
      : page,
  );
  return { ...data, pages };
}

/** A late answer does not undo a newer one. */
function newerOf(old: Swap, next: Swap): Swap {
  return next.version >= old.version ? next : old;
}
