import { lazy, Suspense, useState } from 'react';
import { chartSummary, type Period, periodText, type Series } from './chart-data.ts';

const ChartCanvas = lazy(async () => {
  const { ChartCanvas: component } = await import('./chart-canvas.tsx');
  return { default: component };
});

interface ChartProps {
  title: string;
  /** The oldest first. Values are counts, by the keys of the series. */
  periods: readonly Period[];
  /** From the bottom of a bar to its top. */
  series: readonly Series[];
}

/** Stacked bars over time. The legend has the counts: of the period under the pointer, else of all. */
export function Chart({ title, periods, series }: ChartProps) {
  const [pointed, setPointed] = useState<number>();
  const period = pointed === undefined ? undefined : periods[pointed];
  const shown = period ? [period] : periods;
  return (
    <figure className="chart">
      <figcaption>
        <strong>{title}</strong>
        <span className="quiet">{period ? periodText(period, periods) : 'all periods'}</span>
      </figcaption>
      <ul className="chart-legend" aria-hidden="true">
        {series.map(({ key, label, tone }) => (
          <li key={key}>
            <span className={`chart-key tone-${tone}`} /> {label}{' '}
            <b>{shown.reduce((sum, { values }) => sum + (values[key] ?? 0), 0)}</b>
          </li>
        ))}
      </ul>
      <p className="visually-hidden">{chartSummary(periods, series)}</p>
      <div className="chart-canvas" aria-hidden="true">
        {periods.length === 0 ? (
          <p className="empty">Nothing happened in this time.</p>
        ) : (
          <Suspense fallback={null}>
            <ChartCanvas periods={periods} series={series} onPoint={setPointed} />
          </Suspense>
        )}
      </div>
    </figure>
  );
}
