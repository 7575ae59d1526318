import { isEnd } from '../../core/swap/swap.ts';
import { renderTable } from '../render-table.ts';
import { type DemoSwap, demoRoute } from './demo-report.ts';
import type { PlannedRoute } from './plan-routes.ts';

/** Shows progress: a live table on a terminal, otherwise one line per change. */
export interface Progress {
  update(swaps: readonly DemoSwap[]): void;
}

const columns = [
  { title: '#', align: 'right' },
  { title: 'swap' },
  { title: 'provider' },
  { title: 'state' },
  { title: 'money' },
  { title: 'settlement' },
  { title: 's', align: 'right' },
] as const;

/** One row per swap, in the order of submission. */
function demoTable(swaps: readonly DemoSwap[], width: number): string {
  const rows = swaps.map((swap, index) => {
    const route = demoRoute(swap);
    const seconds = (route.ms / 1_000).toFixed(1);
    return [
      String(index + 1),
      describeRoute(swap.route),
      route.provider ?? '',
      route.state,
      route.fundsState,
      route.level ?? '',
      seconds,
    ];
  });
  return renderTable(columns, rows, { width, wide: false });
}

export function showProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? liveTable(stream) : plainLines(stream);
}

function liveTable(stream: NodeJS.WriteStream): Progress {
  let lines = 0;
  return {
    update(swaps) {
      const table = demoTable(swaps, stream.columns);
      // Move to the first line of the previous table and clear from there (ECMA-48: CPL, ED).
      stream.write(`${lines > 0 ? `\u001b[${lines}F\u001b[J` : ''}${table}\n`);
      lines = table.split('\n').length;
    },
  };
}

function plainLines(stream: NodeJS.WriteStream): Progress {
  const shown = new Map<number, string>();
  return {
    update(swaps) {
      for (const [index, { route, view }] of swaps.entries()) {
        const { swap } = view;
        if (shown.get(index) === swap.state) continue;
        shown.set(index, swap.state);
        const took = isEnd(swap.state)
          ? ` after ${((swap.updatedAt - swap.createdAt) / 1_000).toFixed(1)} s`
          : '';
        const why = swap.reason ? ` (${swap.reason.message})` : '';
        stream.write(
          `${describeRoute(route)}: ${swap.state}${took}${isEnd(swap.state) ? why : ''}\n`,
        );
      }
    },
  };
}

function describeRoute(route: PlannedRoute): string {
  return `${route.amount} ${route.fromSymbol} on ${route.from} → ${route.toSymbol} on ${route.to}`;
}
