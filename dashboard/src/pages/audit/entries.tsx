import { useInfiniteQuery } from '@tanstack/react-query';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { Problem } from '../../parts/problem.tsx';
import { useHeldRows } from '../../parts/use-held-rows.ts';
import { useSession } from '../../session/session.ts';
import type { AuditFilter } from './audit-filter.ts';
import { EntryTable } from './entry-table.tsx';

const pageSize = 50;

export function Entries({ filter }: { filter: AuditFilter }) {
  const { client } = useSession();
  const refetchInterval = useReadingPace(30_000);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      client.call('listAudit', {
        query: { ...filter, limit: `${pageSize}`, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
  });
  const { shown, fresh, showFresh } = useHeldRows(
    data?.pages.flatMap(({ entries }) => entries),
    ({ hash }) => hash,
  );
  return (
    <section>
      {error ? <Problem error={error} /> : null}
      {fresh > 0 ? (
        <p>
          <button type="button" onClick={showFresh}>
            {fresh} new
          </button>
        </p>
      ) : null}
      {data ? (
        <EntryTable
          entries={shown}
          empty={Object.keys(filter).length === 0 ? 'The log is empty.' : 'No entry matches.'}
        />
      ) : null}
      {hasNextPage ? (
        <p className="after-table">
          <button type="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Older entries
          </button>
        </p>
      ) : null}
    </section>
  );
}
