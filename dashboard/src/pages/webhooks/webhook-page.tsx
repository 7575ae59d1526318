import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Actor } from '../../parts/audit-cells.tsx';
import { limitsText } from '../../parts/limits-text.ts';
import { NeedsScope } from '../../parts/needs-scope.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useIsLimited, useMay, useSession } from '../../session/session.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActs } from './webhook-acts.tsx';
import { WebhookState } from './webhook-state.tsx';

const route = getRouteApi('/webhooks/$id');

export function Page() {
  const isAdmin = useMay('admin');
  if (isAdmin) return <OneWebhook />;
  return (
    <>
      <h1>Webhook</h1>
      <NeedsScope scope="admin" what="webhooks" />
    </>
  );
}

function OneWebhook() {
  const { client } = useSession();
  const { id } = route.useParams();
  const { state } = route.useSearch();
  const isLimited = useIsLimited();
  const { data, error } = useQuery({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => client.webhooks.get(id, { signal }),
  });
  if (!data) return error ? <Problem error={error} /> : <p className="quiet">Reading it…</p>;
  const { webhook } = data;
  const { name, url, form, topics, wallets, chains, oldSecretUntil } = webhook;
  return (
    <>
      <header>
        <p>
          <Link to="/webhooks">Webhooks</Link>
        </p>
        <h1>{name ?? id}</h1>
      </header>
      {error ? <Problem error={error} /> : null}
      <dl className="facts">
        <dt>State</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
        <dt>Goes to</dt>
        <dd className="mono">{url}</dd>
        <dt>Form</dt>
        <dd>{form}</dd>
        <dt>Of</dt>
        <dd>{limitsText({ wallets, chains })}</dd>
        <dt>Topics</dt>
        <dd>{topics.join(', ')}</dd>
        <dt>Id</dt>
        <dd className="mono">{id}</dd>
        <dt>Made</dt>
        <dd>
          <Time at={webhook.createdAt} /> by <Actor actor={webhook.createdBy} />
        </dd>
        {oldSecretUntil === undefined ? null : (
          <>
            <dt>Replaced secret</dt>
            <dd>
              signs too, until <Time at={oldSecretUntil} />
            </dd>
          </>
        )}
      </dl>
      {isLimited ? null : <WebhookActs webhook={webhook} />}
      <Deliveries key={state ?? ''} webhook={webhook} mayReplay={webhook.enabled && !isLimited} />
    </>
  );
}
