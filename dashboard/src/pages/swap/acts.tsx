import { useQuery } from '@tanstack/react-query';
import type { AuditEntry, Swap } from 'ferryman-client';
import { Action, Actor } from '../../parts/audit-cells.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay, useSession } from '../../session/session.ts';

const columns = [
  column<AuditEntry>('at', 'When', ({ at }) => <Time at={at} />),
  column<AuditEntry>('who', 'Who', ({ actor }) => <Actor actor={actor} />),
  column<AuditEntry>('what', 'What', ({ action }) => <Action action={action} />),
  column<AuditEntry>('why', 'Why', ({ reason }) => reason ?? '–'),
];

/** What people did about the swap. */
export function Acts({ swap: { id, replaces } }: { swap: Swap }) {
  const { client } = useSession();
  const mayRead = useMay('admin');
  const { data } = useQuery({
    queryKey: ['audit', 'swap', id],
    queryFn: async ({ signal }) => {
      const actsOn = (swap: string) =>
        client.audit.list({ subject: `swap ${swap}` }, { signal }).take(100);
      const [own, ofOld] = await Promise.all([
        actsOn(id),
        replaces === undefined ? [] : actsOn(replaces),
      ]);
      // The act that made an edited swap concerns the old one.
      return [...own, ...ofOld.filter(({ data: { replacedBy } }) => replacedBy === id)];
    },
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
