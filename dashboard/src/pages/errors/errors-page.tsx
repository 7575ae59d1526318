import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { Problem } from '../../parts/problem.tsx';
import { useHeldOrder } from '../../parts/use-held-order.ts';
import { useSession } from '../../session/session.ts';
import { ErrorTable, groupKey } from './error-table.tsx';
import { windowNames, windows } from './error-window.ts';

const route = getRouteApi('/errors');
/** The service groups no more. */
const maxGroups = 200;

export function Page() {
  const { client } = useSession();
  const { window = 'day' } = route.useSearch();
  const refetchInterval = useReadingPace(30_000);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['errors', window],
    queryFn: ({ signal }) =>
      client.errors.list({ withinSeconds: `${windows[window]}` }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  const groups = useHeldOrder(data?.groups ?? [], groupKey, isPlaceholderData ? '' : window);
  return (
    <>
      <header>
        <h1>Errors</h1>
        <p className="quiet">
          What swaps wait for or ended with, by the swaps that changed in the chosen time.
        </p>
      </header>
      <nav className="choice" aria-label="Time">
        {windowNames.map((name) => (
          <Link
            key={name}
            to="/errors"
            search={{ window: name }}
            activeOptions={{ exact: true }}
            aria-current={name === window}
          >
            last {name}
          </Link>
        ))}
      </nav>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <ErrorTable groups={groups} empty={`No swap has an error of the last ${window}.`} />
      ) : null}
      {groups.length >= maxGroups ? (
        <p className="quiet">These are the {maxGroups} largest groups. There may be more.</p>
      ) : null}
    </>
  );
}
