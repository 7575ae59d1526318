import type { Overview, Swap } from 'ferryman-client';
import { Chart } from '../../parts/chart.tsx';
import type { Period, Series } from '../../parts/chart-data.ts';
import { shareText } from '../../parts/share-text.ts';
import { endStates } from '../../parts/swap-states.ts';
import { durationText, exactTime } from '../../parts/time.tsx';

type State = Swap['state'];

const series: readonly Series[] = [
  { key: 'settled', label: 'settled', tone: 'good' },
  { key: 'open', label: 'under way', tone: 'running' },
  { key: 'refunded', label: 'refunded', tone: 'person' },
  { key: 'failed', label: 'failed', tone: 'bad' },
  { key: 'cancelled', label: 'cancelled', tone: 'quiet' },
  { key: 'expired', label: 'expired', tone: 'quiet' },
];

/** What became of the swaps of the last day. */
export function Outcomes({ overview: { activity } }: { overview: Overview }) {
  const { settled, periods, coversFrom } = activity;
  const count = (wanted: (state: State) => boolean): number =>
    periods.filter(({ state }) => wanted(state)).reduce((sum, period) => sum + period.count, 0);
  const ended = count((state) => endStates.includes(state));
  const good = count((state) => state === 'settled');
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes">Swaps of the last day</h2>
      {periods.length === 0 ? (
        <p className="empty">No swap was submitted since {exactTime(coversFrom)}.</p>
      ) : (
        <>
          <Chart title="By the time of submission" periods={byTime(activity)} series={series} />
          <dl className="figures">
            <div>
              <dt>Settled</dt>
              <dd>{ended === 0 ? '–' : `${shareText(good, ended)} of ${ended} that ended`}</dd>
            </div>
            <div>
              <dt>Half settled within</dt>
              <dd>{settled ? durationText(settled.p50Seconds) : '–'}</dd>
            </div>
            <div>
              <dt>95% settled within</dt>
              <dd>{settled ? durationText(settled.p95Seconds) : '–'}</dd>
            </div>
          </dl>
        </>
      )}
    </section>
  );
}

/** Counts of each period by how its swaps ended; the others are under way. Empty periods too. */
function byTime({ periods, periodSeconds, coversFrom }: Overview['activity']): Period[] {
  const length = periodSeconds * 1_000;
  const found = new Map<number, Record<string, number>>();
  const last = Math.floor(Date.now() / length) * length;
  for (let at = Math.floor(Date.parse(coversFrom) / length) * length; at <= last; at += length)
    found.set(at, {});
  for (const { from, state, count } of periods) {
    const at = Date.parse(from);
    const values = found.get(at) ?? {};
    const key = endStates.includes(state) ? state : 'open';
    found.set(at, { ...values, [key]: (values[key] ?? 0) + count });
  }
  return Array.from(found, ([at, values]) => ({ from: new Date(at).toISOString(), values }));
}
