import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Provider, ProviderList } from 'ferryman-client';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { ownStop } from '../../shell/own-stop.ts';
import { useStops } from '../../shell/use-stops.ts';
import { ProviderTable } from './provider-table.tsx';
import { stopTargetOf } from './stop-target-of.ts';

const route = getRouteApi('/networks');
const day = 86_400;
const minute = 60;

/** What became of the last day's swaps at each provider. */
export function Providers() {
  const { client } = useSession();
  const { providers: choice } = route.useSearch();
  const stops = useStops();
  const refetchInterval = useReadingPace(15_000);
  const { data, error } = useQuery({
    queryKey: ['providers', 'day'],
    queryFn: async ({ signal }) => {
      const list = await client.providers.list({ withinSeconds: `${day}` }, { signal });
      return { ...list, at: Date.now() };
    },
    refetchInterval,
  });
  const all = data?.providers.toSorted(byName) ?? [];
  const chosen = all.filter(
    (one) => one.outcomes || one.isAdditional || ownStop(stops, stopTargetOf(one)),
  );
  return (
    <section>
      <h2>Providers</h2>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <>
          <RouterHealth router={data.router} at={data.at} />
          <p className="hint">
            <Counted from={data.outcomesFrom} at={data.at} />, by the provider of their last order.
            Shares are rounded down. “Ended” includes refunded, failed, expired and cancelled swaps.
          </p>
          <ProviderTable providers={choice === 'all' ? all : chosen} />
          <p className="after-table">
            {choice === 'all' ? (
              <Link to="/networks" search={{}} resetScroll={false}>
                Show only providers with swaps, and those that are stopped
              </Link>
            ) : (
              <Link to="/networks" search={{ providers: 'all' }} resetScroll={false}>
                Show all {all.length} providers
              </Link>
            )}
          </p>
        </>
      ) : null}
    </section>
  );
}

/** Of very many swaps the service counts the newest ones. */
function Counted({ from, at }: { from: ProviderList['outcomesFrom']; at: number }) {
  const isCut = from !== undefined && at - Date.parse(from) < (day - minute) * 1_000;
  return isCut ? (
    <>
      The newest swaps, submitted since <Time at={from} />
    </>
  ) : (
    'Swaps that were submitted in the last day'
  );
}

function byName(one: Provider, other: Provider): number {
  return one.name.localeCompare(other.name);
}

function RouterHealth({ router, at }: { router: ProviderList['router'] | undefined; at: number }) {
  if (!router) return <p>No live process has called the routing service yet.</p>;
  const last = <Time at={new Date(at - router.secondsAgo * 1_000).toISOString()} />;
  return router.outcome === 'ok' ? (
    <p>
      <span className="label tone-good">The routing service answers</span>. Last call {last}.
    </p>
  ) : (
    <p>
      <span className="label tone-bad">The last call to the routing service failed</span> {last}{' '}
      with <code>{router.outcome}</code>. Swaps that need it wait, and Ferryman asks again.
    </p>
  );
}
