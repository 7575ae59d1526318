import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Delivery } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { DeliveryAttempts, DeliveryState } from '../webhooks/delivery-cells.tsx';

const shown = 100;

const columns = [
  column<Delivery>('topic', 'Topic', ({ topic }) => topic),
  column<Delivery>('webhook', 'Webhook', ({ webhookId }) => (
    <Link to="/webhooks/$id" params={{ id: webhookId }} className="mono">
      {webhookId}
    </Link>
  )),
  column<Delivery>('state', 'State', DeliveryState),
  column<Delivery>('attempts', 'Attempts', DeliveryAttempts),
  column<Delivery>('created', 'Made', ({ createdAt }) => <Time at={createdAt} />),
];

/** The deliveries about the swap, to all webhooks. */
export function Deliveries({ id }: { id: string }) {
  const { client } = useSession();
  const mayRead = useMay('admin');
  const { data, error } = useQuery({
    queryKey: ['swap', id, 'deliveries'],
    queryFn: ({ signal }) => client.swaps.deliveries(id, {}, { signal }).take(shown),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Webhooks</h2>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <DataTable
          label="Deliveries"
          columns={columns}
          rows={data}
          rowKey={({ id: message }) => message}
          empty="No webhook got a message about this swap."
        />
      ) : null}
      {data?.length === shown ? <p className="hint">The newest {shown}.</p> : null}
    </section>
  );
}
