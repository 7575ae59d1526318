import { NewestFirst } from '../../parts/newest-first.tsx';
import { useSession } from '../../session/session.ts';
import type { AuditFilter } from './audit-filter.ts';
import { EntryTable } from './entry-table.tsx';

export function Entries({ filter }: { filter: AuditFilter }) {
  const { client } = useSession();
  const empty = Object.keys(filter).length === 0 ? 'The log is empty.' : 'No entry matches.';
  return (
    <section>
      <NewestFirst
        queryKey={['audit', filter]}
        readPage={async (page, signal) => {
          const query = { ...filter, ...page };
          const { entries, nextCursor } = await client.call('listAudit', { query, signal });
          return { rows: entries, nextCursor };
        }}
        rowKey={({ hash }) => hash}
        pace={30_000}
        older="Older entries"
      >
        {(entries) => <EntryTable entries={entries} empty={empty} />}
      </NewestFirst>
    </section>
  );
}
