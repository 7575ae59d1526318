import { useQuery } from '@tanstack/react-query';
import { NeedsScope } from '../../parts/needs-scope.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useIsLimited, useMay, useSession } from '../../session/session.ts';
import { NewWebhookButton } from './new-webhook-button.tsx';
import { WebhookTable } from './webhook-table.tsx';

export function Page() {
  const isAdmin = useMay('admin');
  return (
    <>
      <header>
        <h1>Webhooks</h1>
        <p className="quiet">Ferryman sends what happens to these addresses, at least once.</p>
      </header>
      {isAdmin ? <Webhooks /> : <NeedsScope scope="admin" what="webhooks" />}
    </>
  );
}

function Webhooks() {
  const { client } = useSession();
  const isLimited = useIsLimited();
  const { data, error } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => client.webhooks.list({ signal }),
  });
  return (
    <>
      {error ? <Problem error={error} /> : null}
      {isLimited ? null : (
        <p>
          <NewWebhookButton />
        </p>
      )}
      {data ? <WebhookTable webhooks={data.webhooks} /> : null}
    </>
  );
}
