import { lazy, Suspense, useState } from 'react';
import {
  chartSummary,
  counts,
  type Measure,
  type Period,
  periodText,
  type Series,
  valueOver,
} from './chart-data.ts';

const ChartCanvas = lazy(async () => {
  const { ChartCanvas: component } = await import('./chart-canvas.tsx');
  return { default: component };
});

interface ChartProps {
  title: string;
  /** The oldest first. Values by the keys of the series. */
  periods: readonly Period[];
  /** From the bottom of a bar to its top. */
  series: readonly Series[];
  /** Default: counts. */
  measure?: Measure;
}

/** Stacked bars over time. The legend has the values: of the period under the pointer, else of all. */
export function Chart({ title, periods, series, measure = counts }: ChartProps) {
  const [pointed, setPointed] = useState<number>();
  const period = pointed === undefined ? undefined : periods[pointed];
  const shown = period ? [period] : periods;
  return (
    <figure className="chart">
      <figcaption>
        <strong>{title}</strong>
        <span className="quiet">
          {period ? periodText(period, periods) : measure.of === 'sum' ? 'all periods' : 'newest'}
        </span>
      </figcaption>
      <ul className="chart-legend" aria-hidden="true">
        {series.map(({ key, label, tone }) => (
          <li key={key}>
            <span className={`chart-key tone-${tone}`} /> {label}{' '}
            <b>{measure.text(valueOver(shown, key, measure))}</b>
          </li>
        ))}
      </ul>
      <p className="visually-hidden">{chartSummary(periods, series, measure)}</p>
      <div className="chart-canvas" aria-hidden="true">
        {periods.length === 0 ? (
          <p className="empty">Nothing happened in this time.</p>
        ) : (
          <Suspense fallback={null}>
            <ChartCanvas periods={periods} series={series} measure={measure} onPoint={setPointed} />
          </Suspense>
        )}
      </div>
    </figure>
  );
}
