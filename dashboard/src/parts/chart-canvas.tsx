import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import {
  type Measure,
  type Period,
  periodSeconds,
  type Series,
  stackedColumns,
} from './chart-data.ts';

const height = 180;

/** Colours are read at each drawing: they follow the theme. */
const colour = (name: string) => (): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const wholeSteps = [1, 10, 100, 1_000].flatMap((scale) => [scale, 2 * scale, 5 * scale]);

interface CanvasProps {
  periods: readonly Period[];
  series: readonly Series[];
  measure: Measure;
  /** The period under the pointer. */
  onPoint(index: number | undefined): void;
}

/** The drawing of a chart. It is loaded when the first chart is shown. */
export function ChartCanvas({ periods, series, measure, onPoint }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const given = useRef({ periods, series });
  useEffect(() => {
    given.current = { periods, series };
    plot.current?.setData(stackedColumns(periods, series));
  }, [periods, series]);
  const shape = series.map(({ key, tone }) => `${key} ${tone}`).join(' ');
  useEffect(() => {
    const element = place.current;
    if (!element || shape === '') return;
    const drawn = new uPlot(
      optionsFor(given, element.clientWidth, { measure, onPoint }),
      stackedColumns(given.current.periods, given.current.series),
      element,
    );
    plot.current = drawn;
    const sizes = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    const themes = new MutationObserver(() => drawn.redraw(false));
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      drawn.destroy();
      plot.current = undefined;
    };
  }, [shape, measure, onPoint]);
  return <div ref={place} />;
}

function optionsFor(
  given: { current: Pick<CanvasProps, 'periods' | 'series'> },
  width: number,
  { measure, onPoint }: Pick<CanvasProps, 'measure' | 'onPoint'>,
): uPlot.Options {
  const isCount = measure.of === 'sum';
  const axis = {
    stroke: colour('quiet'),
    font: '12px system-ui, sans-serif',
    ticks: { show: false },
    grid: { stroke: colour('line'), width: 1 },
  };
  const bars = uPlot.paths.bars?.({ size: [0.8, 48] });
  const padded = (_plot: uPlot, from: number, to: number): [number, number] => {
    const half = periodSeconds(given.current.periods) / 2;
    return [from - half, to + half];
  };
  return {
    width,
    height,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { range: padded },
      y: { range: (_plot, _from, to) => [0, isCount ? Math.max(1, to) : to || 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_plot, splits) => splits.map(timeText(splits)) },
      isCount
        ? { ...axis, size: 40, incrs: wholeSteps }
        : { ...axis, size: 64, values: (_plot, splits) => splits.map(measure.text) },
    ],
    series: [
      {},
      ...given.current.series.toReversed().map(({ label, tone }) => ({
        label,
        fill: colour(tone),
        width: 0,
        points: { show: false },
        ...(bars ? { paths: bars } : {}),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}

/** Writes times in UTC, as the rest of the page does: days, or hours and minutes. */
function timeText([first = 0, second = first]: number[]): (seconds: number) => string {
  const isOfDays = second - first >= 86_400;
  return (seconds) => {
    const text = new Date(seconds * 1_000).toISOString();
    return isOfDays ? text.slice(5, 10) : text.slice(11, 16);
  };
}
