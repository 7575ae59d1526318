import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Delivery } from 'ferryman-client';
import { actsColumn } from '../../parts/acts-column.tsx';
import { Copied } from '../../parts/copied.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { exactTime, Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';

type Row = Delivery & { replay?: (id: string) => void };

const tones = { pending: 'running', delivered: 'good', failed: 'bad' } as const;

const columns = [
  column<Row>('id', 'Message', ({ id }) => <Copied text={id} />),
  column<Row>('topic', 'Topic', ({ topic }) => topic),
  column<Row>('swap', 'Swap', ({ swapId }) =>
    swapId === undefined ? (
      '–'
    ) : (
      <Link to="/swaps/$id" params={{ id: swapId }} className="mono">
        {swapId.slice(0, 8)}
      </Link>
    ),
  ),
  column<Row>('state', 'State', ({ state, nextTryAt }) => (
    <>
      <span className={`label tone-${tones[state]}`}>{state}</span>
      {nextTryAt === undefined ? null : (
        <>
          , next try <Time at={nextTryAt} />
        </>
      )}
    </>
  )),
  column<Row>('attempts', 'Attempts', ({ attempts }) => <Attempts attempts={attempts} />),
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

function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  const last = attempts.at(-1);
  if (!last) return <span className="quiet">not sent yet</span>;
  return (
    <details>
      <summary>
        {attempts.length}, last {answerText(last)}
      </summary>
      <ol className="meaning">
        {attempts.map((one) => (
          <li key={`${one.attempt} ${one.at}`}>
            {exactTime(one.at)}, {one.durationMs} ms: {answerText(one)}
            {one.error === undefined ? null : <p className="quiet">{one.error}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function answerText({ status }: Delivery['attempts'][number]): string {
  return status === undefined ? 'without an answer' : `answered ${status}`;
}

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
