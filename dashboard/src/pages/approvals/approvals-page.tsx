import { useState } from 'react';
import { NewestFirst } from '../../parts/newest-first.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { ApprovalTable } from './approval-table.tsx';
import { Batches } from './batches.tsx';
import { NewPasskeyButton } from './new-passkey.tsx';

const views = {
  open: {
    title: 'Waiting',
    // The cards above the list have the lines of batches.
    query: { state: 'open', single: 'true' },
    empty: 'Nothing waits for an approval by itself.',
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
  const mayApprove = useMay('approve');
  const [view, setView] = useState<keyof typeof views>('open');
  const { query, title, empty } = views[view];
  return (
    <>
      <h1>Approvals</h1>
      <p className="quiet">
        The guard signs nothing for what is new. A person who did not ask for the swap admits it,
        for this swap or for every swap. Payments that the policy wants approvals for are signed by
        its approvers with their passkeys.
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
        {mayApprove ? <NewPasskeyButton /> : null}
      </p>
      {view === 'open' ? <Batches /> : null}
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
