import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../parts/problem.tsx';
import { useMay, useSession } from '../../session/session.ts';

/** Which Ferryman this is, what it runs with, and where its API is described. */
export function About() {
  const isAdmin = useMay('admin');
  return (
    <section aria-labelledby="about">
      <h2 id="about">This service</h2>
      <p>Ferryman {__FERRYMAN_VERSION__}</p>
      <p>
        This page makes no call that the API does not offer to everyone:{' '}
        <a href="/v1">the calls for people</a>, <a href="/v1/openapi.json">the OpenAPI document</a>.
      </p>
      {isAdmin ? <Configuration /> : null}
    </section>
  );
}

/** What the process runs with, as `ferryman config check` prints it: without secrets. */
function Configuration() {
  const { client } = useSession();
  const { data, error } = useQuery({
    queryKey: ['service'],
    queryFn: ({ signal }) => client.service.get({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { followsEvents: false },
  });
  if (error) return <Problem error={error} />;
  if (!data?.configuration) return null;
  return (
    <details className="wide">
      <summary>Configuration, without secrets</summary>
      <pre className="whole">{JSON.stringify(data.configuration, null, 2)}</pre>
    </details>
  );
}
