import { getRouteApi } from '@tanstack/react-router';
import type { Webhook } from 'ferryman-client';
import { NewestFirst } from '../../parts/newest-first.tsx';
import { StateLinks } from '../../parts/state-links.tsx';
import { useSession } from '../../session/session.ts';
import { deliveryStates } from './delivery-filter.ts';
import { DeliveryTable } from './delivery-table.tsx';

const route = getRouteApi('/webhooks/$id');

interface DeliveriesProps {
  webhook: Webhook;
  mayReplay: boolean;
}

/** What was sent, the newest first, and how often it was tried. */
export function Deliveries({ webhook: { id }, mayReplay }: DeliveriesProps) {
  const { client } = useSession();
  const { state } = route.useSearch();
  return (
    <section>
      <h2>Deliveries</h2>
      <StateLinks
        label="State of deliveries"
        states={deliveryStates}
        chosen={state}
        page={{ to: '/webhooks/$id', params: { id } }}
      />
      <NewestFirst
        queryKey={['deliveries', id, state]}
        readPage={async (page, signal) => {
          const query = { ...page, ...(state ? { state } : {}) };
          const request = { path: { id }, query, signal };
          const { deliveries, nextCursor } = await client.call('listDeliveries', request);
          return { rows: deliveries, nextCursor };
        }}
        rowKey={({ id: delivery }) => delivery}
        pace={10_000}
        older="Older deliveries"
      >
        {(deliveries) => (
          <DeliveryTable webhookId={id} deliveries={deliveries} mayReplay={mayReplay} />
        )}
      </NewestFirst>
    </section>
  );
}
