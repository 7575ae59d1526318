import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Webhook } from 'ferryman-client';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { Problem } from '../../parts/problem.tsx';
import { useHeldRows } from '../../parts/use-held-rows.ts';
import { useSession } from '../../session/session.ts';
import { deliveryStates } from './delivery-filter.ts';
import { DeliveryTable } from './delivery-table.tsx';

const route = getRouteApi('/webhooks/$id');
const pageSize = 50;

/** What was sent, the newest first, and how often it was tried. */
export function Deliveries({
  webhook: { id },
  mayReplay,
}: {
  webhook: Webhook;
  mayReplay: boolean;
}) {
  const { client } = useSession();
  const { state } = route.useSearch();
  const refetchInterval = useReadingPace(10_000);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['deliveries', id, state],
    queryFn: ({ signal, pageParam }) =>
      client.call('listDeliveries', {
        path: { id },
        query: {
          limit: `${pageSize}`,
          ...(state ? { state } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
  });
  const { shown, fresh, showFresh } = useHeldRows(
    data?.pages.flatMap(({ deliveries }) => deliveries),
    ({ id: delivery }) => delivery,
  );
  return (
    <section>
      <h2>Deliveries</h2>
      <nav className="choice" aria-label="State of deliveries">
        {[undefined, ...deliveryStates].map((name) => (
          <Link
            key={name ?? 'all'}
            to="/webhooks/$id"
            params={{ id }}
            search={name ? { state: name } : {}}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={name === state}
          >
            {name ?? 'all'}
          </Link>
        ))}
      </nav>
      {error ? <Problem error={error} /> : null}
      {fresh > 0 ? (
        <p>
          <button type="button" onClick={showFresh}>
            {fresh} new
          </button>
        </p>
      ) : null}
      {data ? <DeliveryTable webhookId={id} deliveries={shown} mayReplay={mayReplay} /> : null}
      {hasNextPage ? (
        <p className="after-table">
          <button type="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Older deliveries
          </button>
        </p>
      ) : null}
    </section>
  );
}
