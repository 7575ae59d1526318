import { useState } from 'react';
import { NewestFirst } from '../../parts/newest-first.tsx';
import { useSession } from '../../session/session.ts';
import { ApprovalTable } from './approval-table.tsx';

const views = {
  open: {
    title: 'Waiting',
    query: { state: 'open' },
    empty: 'Nothing waits for an approval.',
  },
  inForce: {
    title: 'Admitted for every swap',
    query: { inForce: 'true' },
    empty: 'No person has admitted anything for more than one swap.',
  },
  all: { title: 'All', query: {}, empty: 'The guard has held no swap yet.' },
} as const;

/** What the guard holds swaps for, and what persons have admitted. */
export function Page() {
  const { client } = useSession();
  const [view, setView] = useState<keyof typeof views>('open');
  const { query, title, empty } = views[view];
  return (
    <>
      <h1>Approvals</h1>
      <p className="quiet">
        The guard signs nothing for what is new. A person who did not ask for the swap admits it,
        for this swap or for every swap.
      </p>
      <p className="actions">
        {Object.entries(views).map(([name, one]) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => setView(name as keyof typeof views)}
          >
            {one.title}
          </button>
        ))}
      </p>
      <NewestFirst
        key={view}
        queryKey={['approvals', 'list', view]}
        readPage={async (page, signal) => {
          const { approvals, nextCursor } = await client.call('listApprovals', {
            query: { ...query, ...page },
            signal,
          });
          return { rows: approvals, nextCursor };
        }}
        rowKey={({ id }) => id}
        pace={5_000}
        older="Older approvals"
      >
        {(approvals) => (
          <ApprovalTable label={`Approvals: ${title}`} approvals={approvals} empty={empty} />
        )}
      </NewestFirst>
    </>
  );
}
