import { Link } from '@tanstack/react-router';
import type { Webhook } from 'ferryman-client';
import { column, DataTable } from '../../parts/data-table.tsx';
import { limitsText } from '../../parts/limits-text.ts';
import { Time } from '../../parts/time.tsx';
import { WebhookState } from './webhook-state.tsx';

const columns = [
  column<Webhook>('name', 'Webhook', ({ id, name }) => (
    <Link to="/webhooks/$id" params={{ id }}>
      {name ?? id}
    </Link>
  )),
  column<Webhook>('url', 'Goes to', ({ url }) => (
    <span className="mono" title={url}>
      {new URL(url).host}
    </span>
  )),
  column<Webhook>('form', 'Form', ({ form }) => form),
  column<Webhook>(
    'topics',
    'Topics',
    ({ topics }) => <span title={topics.join('\n')}>{topics.length}</span>,
    'end',
  ),
  column<Webhook>('of', 'Of', ({ wallets, chains }) => limitsText({ wallets, chains })),
  column<Webhook>('state', 'State', (webhook) => <WebhookState webhook={webhook} />),
  column<Webhook>('created', 'Made', ({ createdAt }) => <Time at={createdAt} />),
];

export function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <DataTable
      label="Webhooks"
      columns={columns}
      rows={webhooks}
      rowKey={({ id }) => id}
      empty="There is no webhook."
    />
  );
}
