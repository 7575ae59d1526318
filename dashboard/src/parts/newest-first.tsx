import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useReadingPace } from '../live/use-reading-pace.ts';
import { Problem } from './problem.tsx';
import { useHeldRows } from './use-held-rows.ts';

const pageSize = 50;

interface NewestFirstProps<Row> {
  queryKey: QueryKey;
  readPage(
    query: { limit: string; cursor?: string },
    signal: AbortSignal,
  ): Promise<{ rows: readonly Row[]; nextCursor?: string | undefined }>;
  rowKey(row: Row): string;
  /** Milliseconds between two readings. */
  pace: number;
  /** On the button that reads a page more, such as "Older entries". */
  older: string;
  /** The table. */
  children(rows: readonly Row[]): ReactNode;
}

/** A list in pages that does not move by itself: new rows are counted, and shown on demand. */
export function NewestFirst<Row>(props: NewestFirstProps<Row>) {
  const { queryKey, readPage, rowKey, pace, older, children } = props;
  const refetchInterval = useReadingPace(pace);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      readPage({ limit: `${pageSize}`, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
  });
  const { shown, fresh, showFresh } = useHeldRows(
    data?.pages.flatMap(({ rows }) => rows),
    rowKey,
  );
  return (
    <>
      {error ? <Problem error={error} /> : null}
      {fresh > 0 ? (
        <p>
          <button type="button" onClick={showFresh}>
            {fresh} new
          </button>
        </p>
      ) : null}
      {data ? children(shown) : null}
      {hasNextPage ? (
        <p className="after-table">
          <button type="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {older}
          </button>
        </p>
      ) : null}
    </>
  );
}
