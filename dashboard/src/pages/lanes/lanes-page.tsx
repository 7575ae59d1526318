import { useQuery } from '@tanstack/react-query';
import { useReadingPace } from '../../live/use-reading-pace.ts';
import { Problem } from '../../parts/problem.tsx';
import { useHeldOrder } from '../../parts/use-held-order.ts';
import { useSession } from '../../session/session.ts';
import { useStops } from '../../shell/use-stops.ts';
import { type LaneRow, LaneTable } from './lane-table.tsx';

export function Page() {
  const { client } = useSession();
  const refetchInterval = useReadingPace(5_000);
  const { data, error } = useQuery({
    queryKey: ['lanes'],
    queryFn: async ({ signal }) => {
      const { lanes } = await client.lanes.list({ signal });
      return { lanes, at: Date.now() };
    },
    refetchInterval,
  });
  const stops = useStops();
  const busy = (data?.lanes ?? []).map(
    ({ oldestSeconds, ...lane }): LaneRow => ({
      ...lane,
      ...(data && lane.waiting > 0
        ? { waitsSince: new Date(data.at - oldestSeconds * 1_000).toISOString() }
        : {}),
    }),
  );
  const rows = useHeldOrder([...busy, ...idleStopped(stops, busy)], laneName, '');
  return (
    <>
      <header>
        <h1>Lanes</h1>
        <p className="quiet">
          A lane admits as many swaps of one wallet account on one chain as it has slots. The others
          wait. Lanes without swaps are not listed.
        </p>
      </header>
      {error ? <Problem error={error} /> : null}
      {data ? <LaneTable rows={rows} /> : null}
    </>
  );
}

function laneName({ wallet, chain }: Pick<LaneRow, 'wallet' | 'chain'>): string {
  return `${wallet}@${chain}`;
}

/** A stopped lane is listed even if nothing waits in it, so that a person can resume it here. */
function idleStopped(stops: ReturnType<typeof useStops>, busy: readonly LaneRow[]): LaneRow[] {
  const names = new Set(busy.map(laneName));
  return (stops ?? [])
    .filter(({ scope, subject }) => scope === 'lane' && !names.has(subject))
    .map(({ subject }) => {
      const [wallet = '', chain = ''] = subject.split('@');
      return { wallet, chain, waiting: 0 };
    });
}
