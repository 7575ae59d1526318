import { exactTime } from './time.tsx';
import type { Tone } from './tone.ts';

export interface Period {
  /** ISO 8601 in UTC, as the API writes times. */
  from: string;
  values: Readonly<Record<string, number>>;
}

export interface Series {
  key: string;
  label: string;
  tone: Tone;
}

/** What the values of a chart are, and how they are written. */
export interface Measure {
  /** What stands for several periods: the sum of them, or the newest. */
  of: 'sum' | 'newest';
  text(value: number): string;
}

export const counts: Measure = { of: 'sum', text: String };

/** What the periods have of a series in all. */
export function valueOver(periods: readonly Period[], key: string, { of }: Measure): number {
  const considered = of === 'sum' ? periods : periods.slice(-1);
  return considered.reduce((sum, { values }) => sum + (values[key] ?? 0), 0);
}

const secondsOf = (at: string): number => Date.parse(at) / 1_000;

/** The shortest distance of two periods, in seconds; of a single one, an hour. */
export function periodSeconds(periods: readonly Period[]): number {
  const starts = periods.map(({ from }) => secondsOf(from));
  const distances = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
  return distances.length === 0 ? 3_600 : Math.min(...distances);
}

/** Such as "2026-01-31 12:00 UTC"; of days, the day alone. */
export function periodText({ from }: Period, periods: readonly Period[]): string {
  const text = exactTime(from);
  return periodSeconds(periods) >= 86_400 ? text.slice(0, 10) : `${text.slice(0, 16)} UTC`;
}

/** The chart in words. */
export function chartSummary(
  periods: readonly Period[],
  series: readonly Series[],
  measure: Measure,
): string {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return 'Nothing happened in this time.';
  const totalOf = ({ values }: Period) =>
    series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);
  const highest = periods.reduce((most, one) => (totalOf(one) > totalOf(most) ? one : most));
  const values = series.map(
    ({ key, label }) => `${label} ${measure.text(valueOver(periods, key, measure))}`,
  );
  const span = `From ${periodText(first, periods)} to ${periodText(last, periods)}`;
  return [
    `${span}${measure.of === 'newest' ? ', at its end' : ''}: ${values.join(', ')}.`,
    `Most in the period of ${periodText(highest, periods)}: ${measure.text(totalOf(highest))}.`,
  ].join(' ');
}

/**
 * What uPlot draws: the times, then for each series the height of its upper edge. The last series
 * is the first one, so that each bar is drawn over those that are higher.
 */
export function stackedColumns(
  periods: readonly Period[],
  series: readonly Series[],
): [number[], ...number[][]] {
  const edges = series.map(({ key: _key }, upTo) =>
    periods.map(({ values }) =>
      series.slice(0, upTo + 1).reduce((sum, { key }) => sum + (values[key] ?? 0), 0),
    ),
  );
  return [periods.map(({ from }) => secondsOf(from)), ...edges.reverse()];
}
