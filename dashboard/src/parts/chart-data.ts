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
export function chartSummary(periods: readonly Period[], series: readonly Series[]): string {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return 'Nothing happened in this time.';
  const totalOf = ({ values }: Period) =>
    series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);
  const highest = periods.reduce((most, one) => (totalOf(one) > totalOf(most) ? one : most));
  const counts = series.map(({ key, label }) => {
    const count = periods.reduce((sum, { values }) => sum + (values[key] ?? 0), 0);
    return `${label} ${count}`;
  });
  return [
    `From ${periodText(first, periods)} to ${periodText(last, periods)}: ${counts.join(', ')}.`,
    `Most in the period of ${periodText(highest, periods)}: ${totalOf(highest)}.`,
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
