import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Actor } from '../../parts/audit-cells.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { filterText } from '../swaps/filter-chips.tsx';
import { readSwapFilter } from '../swaps/swap-filter.ts';
import { BulkActs } from './bulk-acts.tsx';
import { BulkItems } from './bulk-items.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkState, bulkTitle } from './bulk-state.tsx';

const route = getRouteApi('/bulk/$id');

/** Milliseconds between two readings while it goes on: skipped swaps have no event. */
const pause = 2_000;

export function Page() {
  const { client } = useSession();
  const { id } = route.useParams();
  const { data, error } = useQuery({
    queryKey: ['bulk', id],
    queryFn: ({ signal }) => client.bulkActions.get(id, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.bulkAction.state === 'running' || state.data?.bulkAction.state === 'paused'
        ? pause
        : false,
  });
  if (error && !data) return <Problem error={error} />;
  if (!data) return <p className="quiet">Reading the bulk action…</p>;
  const { bulkAction: action } = data;
  const filter = readSwapFilter(action.filter);
  return (
    <>
      <header className="bulk-head">
        <p>
          <Link to="/bulk">Bulk actions</Link>
        </p>
        <h1>{bulkTitle(action)}</h1>
        <p>
          <BulkState state={action.state} />
          {action.stateReason ? ` · ${action.stateReason}` : ''}
        </p>
      </header>
      {error ? <Problem error={error} /> : null}
      <BulkProgress action={action} />
      <BulkActs action={action} />
      <dl className="facts">
        <dt>Reason</dt>
        <dd>{action.reason}</dd>
        <dt>Filter</dt>
        <dd>
          <Link to="/swaps" search={filter}>
            {filterText(filter)}
          </Link>
        </dd>
        <dt>Rate</dt>
        <dd>{action.ratePerMinute} a minute</dd>
        <dt>Created</dt>
        <dd>
          <Time at={action.createdAt} /> by <Actor actor={action.createdBy} />
        </dd>
        <dt>Id</dt>
        <dd>
          <Copied text={action.id} />
        </dd>
      </dl>
      <BulkItems action={action} />
    </>
  );
}
