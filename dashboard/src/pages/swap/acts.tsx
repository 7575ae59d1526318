import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay, useSession } from '../../session/session.ts';

const columns = [
  column<AuditEntry>('at', 'When', ({ at }) => <Time at={at} />),
  column<AuditEntry>('who', 'Who', ({ actor }) => actor),
  column<AuditEntry>('what', 'What', ({ action }) => action),
  column<AuditEntry>('why', 'Why', ({ reason }) => reason ?? '–'),
];

/** What people did about the swap. */
export function Acts({ id }: { id: string }) {
  const { client } = useSession();
  const mayRead = useMay('admin');
  const { data } = useQuery({
    queryKey: ['audit', 'swap', id],
    queryFn: ({ signal }) => client.audit.list({ subject: `swap ${id}` }, { signal }).take(100),
    enabled: mayRead,
  });
  if (!mayRead || !data || data.length === 0) return null;
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">Acts of people</h2>
      <DataTable
        label="Acts of people"
        columns={columns}
        rows={data}
        rowKey={({ position }) => String(position)}
        empty=""
      />
    </section>
  );
}
