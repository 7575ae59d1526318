import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Delivery } from 'ferryman-client';
import { actsColumn } from '../../parts/acts-column.tsx';
import { Copied } from '../../parts/copied.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { DeliveryAttempts, DeliveryState } from './delivery-cells.tsx';

type Row = Delivery & { replay?: (id: string) => void };

const columns = [
  column<Row>('id', 'Message', ({ id }) => <Copied text={id} />),
  column<Row>('topic', 'Topic', ({ topic }) => topic),
  column<Row>('swap', 'Swap', ({ swapId }) =>
    swapId === undefined ? '–' : <SwapLink id={swapId} />,
  ),
  column<Row>('state', 'State', DeliveryState),
  column<Row>('attempts', 'Attempts', DeliveryAttempts),
  column<Row>('created', 'Made', ({ createdAt }) => <Time at={createdAt} />),
  actsColumn<Row>(({ id, replay }) =>
    replay ? (
      <button
        type="button"
        className="small"
        aria-label={`Send again ${id}`}
        onClick={() => replay(id)}
      >
        Send again
      </button>
    ) : null,
  ),
];

export function DeliveryTable({
  webhookId,
  deliveries,
  mayReplay,
}: {
  webhookId: string;
  deliveries: readonly Delivery[];
  mayReplay: boolean;
}) {
  const { client } = useSession();
  const queries = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: (deliveryId: string) => client.webhooks.replay(webhookId, { deliveryId }),
    onSuccess: () => queries.invalidateQueries(),
  });
  const rows = mayReplay ? deliveries.map((one): Row => ({ ...one, replay: mutate })) : deliveries;
  return (
    <>
      {error ? <Problem error={error} /> : null}
      <DataTable
        label="Deliveries"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty="There is no delivery."
      />
    </>
  );
}
