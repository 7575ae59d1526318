import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { BulkAction, BulkItem } from 'ferryman-client';
import { useState } from 'react';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';

const outcomes = ['all', 'done', 'skipped', 'failed', 'open'] as const;

const tones = { done: 'good', skipped: 'quiet', failed: 'bad', open: 'running' } as const;

const columns = [
  column<BulkItem>('seq', '#', ({ seq }) => seq, 'end'),
  column<BulkItem>('swap', 'Swap', ({ swapId }) => <SwapLink id={swapId} />),
  column<BulkItem>('outcome', 'Result', ({ outcome }) => (
    <span className={`label tone-${tones[outcome]}`}>{outcome}</span>
  )),
  column<BulkItem>('why', 'Why', ({ code, message, decided }) => (
    <span className="bulk-why">
      {code ? <code>{code}</code> : null} {message}
      {decided === false ? 'The chain decides.' : ''}
    </span>
  )),
  column<BulkItem>('as', 'Goes on as', ({ as, swapId }) =>
    as === undefined ? '' : as === swapId ? 'the same swap' : <SwapLink id={as} />,
  ),
  column<BulkItem>('at', 'When', ({ at }) => (at ? <Time at={at} /> : '')),
];

/** The swaps of a bulk action, in their order, with what became of them. */
export function BulkItems({ action: { id, state } }: { action: BulkAction }) {
  const { client } = useSession();
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('all');
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['bulk', id, 'items', outcome],
    queryFn: ({ signal, pageParam }) =>
      client.call('listBulkItems', {
        path: { id },
        query: {
          limit: 100,
          ...(outcome === 'all' ? {} : { outcome }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: state === 'running' ? 3_000 : false,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="items">
      <h2 id="items">Swaps</h2>
      <fieldset className="picks-row">
        <legend className="visually-hidden">Result</legend>
        {outcomes.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === outcome}
            onClick={() => setOutcome(one)}
          >
            {one}
          </button>
        ))}
      </fieldset>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <DataTable
          label="Swaps of this bulk action"
          columns={columns}
          rows={items}
          rowKey={({ seq }) => `${seq}`}
          empty="There are none."
        />
      ) : null}
      {hasNextPage ? (
        <button type="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          More swaps
        </button>
      ) : null}
    </section>
  );
}
