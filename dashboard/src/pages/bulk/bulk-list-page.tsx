import { Link } from '@tanstack/react-router';
import type { BulkAction } from 'ferryman-client';
import { Actor } from '../../parts/audit-cells.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { NewestFirst } from '../../parts/newest-first.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { filterText } from '../swaps/filter-chips.tsx';
import { readSwapFilter } from '../swaps/swap-filter.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkState, bulkTitle } from './bulk-state.tsx';

const columns = [
  column<BulkAction>('what', 'Bulk action', (action) => (
    <Link to="/bulk/$id" params={{ id: action.id }}>
      {bulkTitle(action)}
    </Link>
  )),
  column<BulkAction>('state', 'State', ({ state }) => <BulkState state={state} />),
  column<BulkAction>('created', 'Created', ({ createdAt }) => <Time at={createdAt} />),
  column<BulkAction>('progress', 'Progress', (action) => <BulkProgress action={action} isShort />),
  column<BulkAction>('done', 'Done', ({ done }) => done, 'end'),
  column<BulkAction>('skipped', 'Skipped', ({ skipped }) => skipped, 'end'),
  column<BulkAction>('failed', 'Failed', ({ failed }) => failed, 'end'),
  column<BulkAction>('filter', 'Filter', ({ filter }) => (
    <span className="cut" title={filterText(readSwapFilter(filter))}>
      {filterText(readSwapFilter(filter))}
    </span>
  )),
  column<BulkAction>('reason', 'Reason', ({ reason }) => (
    <span className="cut" title={reason}>
      {reason}
    </span>
  )),
  column<BulkAction>('by', 'By', ({ createdBy }) => <Actor actor={createdBy} />),
];

export function Page() {
  const { client } = useSession();
  return (
    <>
      <h1>Bulk actions</h1>
      <p className="quiet">
        Retries and cancels of many swaps. Begin one in the list of <Link to="/swaps">swaps</Link>.
      </p>
      <NewestFirst
        queryKey={['bulk', 'list']}
        readPage={async (query, signal) => {
          const page = await client.call('listBulkActions', { query, signal });
          return { rows: page.bulkActions, nextCursor: page.nextCursor };
        }}
        rowKey={({ id }) => id}
        pace={5_000}
        older="Older bulk actions"
      >
        {(actions) => (
          <DataTable
            label="Bulk actions, newest first"
            columns={columns}
            rows={actions}
            rowKey={({ id }) => id}
            empty="There are no bulk actions yet."
          />
        )}
      </NewestFirst>
    </>
  );
}
