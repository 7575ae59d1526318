import type { Bar, Chart } from './draw-chart.ts';

/** A parsed result of the bench. Figures that did not run are absent. */
export type Figures = Record<string, unknown>;

/** The charts that a result has numbers for, by file name. */
export function chartsOf(result: Figures): Map<string, Chart> {
  const throughput = objectAt(result, 'throughput');
  const charts: [string, Chart | undefined][] = [
    [
      'throughput',
      chart('Settled swaps per second', 'swaps per second; more is better', [
        ['sandbox, one wallet', numberAt(throughput, 'sandbox', 'swapsPerSecond')],
        ['stand-ins', numberAt(throughput, 'standIn', 'swapsPerSecond')],
        ['bare loop', numberAt(throughput, 'floor', 'swapsPerSecond')],
      ]),
    ],
    [
      'cpu-per-swap',
      chart('CPU per settled swap', 'milliseconds; less is better', [
        ['Ferryman', numberAt(throughput, 'standIn', 'executorCpuMs')],
        ['Postgres', numberAt(throughput, 'standIn', 'postgresCpuMs')],
        ['bare loop', numberAt(throughput, 'floor', 'cpuMs')],
      ]),
    ],
    [
      'calls-per-swap',
      chart(
        'Calls per settled swap',
        'number of calls; less is better',
        ['router', 'rpc', 'sql', 'redis', 'jobs'].map((name) => [
          name,
          numberAt(throughput, 'standIn', 'calls', name),
        ]),
      ),
    ],
    [
      'profile',
      rowsChart(
        result,
        'profile',
        "Where the service's time goes",
        'percent of its CPU time',
        (row) => `${row.part}`,
        'percent',
      ),
    ],
    [
      'overload',
      rowsChart(
        result,
        'overload',
        'CPU per settled swap under load',
        'milliseconds',
        overloadLabel,
        'cpuMsPerSettled',
      ),
    ],
    [
      'workers',
      rowsChart(
        result,
        'workers',
        'Processes that execute',
        'swaps per second',
        (row) => `${row.processes}`,
        'swapsPerSecond',
      ),
    ],
    [
      'tracking',
      rowsChart(
        result,
        'tracking',
        'CPU of open swaps',
        'milliseconds per second',
        (row) => `${row.open} open`,
        'cpuMsPerSecond',
      ),
    ],
    [
      'journal',
      rowsChart(
        result,
        'journal',
        'Submission with a full journal',
        'milliseconds, p95',
        (row) => `${row.swaps} swaps`,
        'submitP95Ms',
      ),
    ],
  ];
  return new Map(charts.flatMap(([name, drawn]) => (drawn ? [[name, drawn] as const] : [])));
}

/** The costs of a settled swap in percent of another result; undefined if either has no numbers. */
export function compareCosts(before: Figures, after: Figures): Chart | undefined {
  const bars = costs.flatMap(([label, ...path]): Bar[] => {
    const [was, is] = [before, after].map((result) =>
      numberAt(objectAt(result, 'throughput'), 'standIn', ...path),
    );
    if (was === undefined || is === undefined || was === 0) return [];
    const value = Math.round((100 * is) / was);
    return [{ label, value, note: `${value} %: ${is}, was ${was}` }];
  });
  return bars.length === 0
    ? undefined
    : { title: 'A settled swap, now and before', unit: 'percent of before; less is better', bars };
}

const costs: readonly (readonly [label: string, ...path: readonly string[]])[] = [
  ['CPU of Ferryman, ms', 'executorCpuMs'],
  ['CPU of Postgres, ms', 'postgresCpuMs'],
  ['SQL statements', 'calls', 'sql'],
  ['Redis commands', 'calls', 'redis'],
  ['jobs', 'calls', 'jobs'],
  ['router calls', 'calls', 'router'],
  ['JSON-RPC questions', 'calls', 'rpc'],
];

function overloadLabel({ waiting, lanes, callsPerMinute }: Record<string, unknown>): string {
  const calls = callsPerMinute === undefined ? '' : `, ${callsPerMinute} calls/min`;
  return `${waiting} wait, ${lanes} lane${lanes === 1 ? '' : 's'}${calls}`;
}

function rowsChart(
  result: Figures,
  figure: string,
  title: string,
  unit: string,
  label: (row: Record<string, unknown>) => string,
  member: string,
): Chart | undefined {
  const rows = result[figure];
  if (!Array.isArray(rows)) return undefined;
  const found = rows.filter(
    (row): row is Record<string, unknown> => typeof row === 'object' && row !== null,
  );
  return chart(
    title,
    unit,
    found.map((row) => [label(row), numberAt(row, member)]),
  );
}

/** @returns undefined if no bar has a number */
function chart(
  title: string,
  unit: string,
  values: readonly (readonly [string, number | undefined])[],
): Chart | undefined {
  const bars = values.flatMap(([label, value]): Bar[] =>
    value === undefined ? [] : [{ label, value }],
  );
  return bars.length === 0 ? undefined : { title, unit, bars };
}

function objectAt(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[member]
    : undefined;
}

function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = path.reduce(objectAt, value);
  return typeof found === 'number' ? found : undefined;
}
