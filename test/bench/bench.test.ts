import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { chartsOf, compareCosts } from '../../bench/charts.ts';
import { drawChart } from '../../bench/draw-chart.ts';
import { timeByPart } from '../../bench/harness/read-profile.ts';
import { builtProgram } from '../support/built-program.ts';
import { hangLimit } from '../support/hang-limit.ts';

const run = promisify(execFile);

it('prints the figure that was asked for, and nothing else, as one JSON object', async () => {
  const parameters = [builtProgram('bench/main'), '--json', '--quiet', '--only', 'idle'];
  const { stdout } = await run(process.execPath, parameters, { timeout: hangLimit });
  const result: unknown = JSON.parse(stdout);
  expect(result).toEqual({
    host: expect.objectContaining({ cores: expect.any(Number), node: process.version }),
    idle: {
      cpuMsPerSecond: expect.any(Number),
      postgresCpuMsPerSecond: expect.any(Number),
      sqlPerSecond: expect.any(Number),
      rpcCallsPerSecond: expect.any(Number),
    },
  });
});

it('draws what a result has numbers for', () => {
  const charts = chartsOf({
    throughput: { floor: { cpuMs: 6, swapsPerSecond: 190 } },
    workers: [{ processes: 2, swapsPerSecond: 61.5 }],
  });
  expect([...charts.keys()]).toEqual(['throughput', 'cpu-per-swap', 'workers']);
  const [workers] = [...charts.values()].filter(({ title }) => title === 'Processes that execute');
  expect(workers && drawChart(workers)).toContain('>61.5</text>');
});

it('compares what a swap costs with an earlier result, where both have the number', () => {
  const result = (executorCpuMs: number, calls = {}) => ({
    throughput: { standIn: { executorCpuMs, calls } },
  });
  const compared = compareCosts(result(80, { sql: 200 }), result(60, { router: 2 }));
  expect(compared?.bars).toEqual([
    { label: 'CPU of Ferryman, ms', value: 75, note: '75 %: 60, was 80' },
  ]);
  expect(compareCosts({}, result(60))).toBeUndefined();
});

it('counts the time of a profile for the library or folder that caused it, and idle time for nobody', () => {
  const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
    id,
    callFrame: { functionName, url, lineNumber: 0, columnNumber: 0 },
    children,
  });
  const nodes = [
    node(1, '(root)', '', [2, 5, 6]),
    node(2, 'commit', 'file:///app/dist/src/journal/commit.js', [3]),
    node(3, 'query', 'file:///app/node_modules/pg/lib/client.js', [4]),
    node(4, 'writev', 'node:net'),
    node(5, '(idle)', ''),
    node(6, 'tick', 'node:internal/timers'),
  ];
  // Microseconds since the sample before: what is running is known from one sample to the next.
  const read = {
    startTime: 0,
    nodes,
    samples: [2, 4, 5, 2, 6, 6],
    timeDeltas: [0, 1_000, 2_000, 4_000, 8_000, 16_000],
  };
  expect([...timeByPart(read, 0)]).toEqual([
    ['Ferryman: journal', 9],
    ['Postgres client', 2],
    ['Node itself', 16],
  ]);
  // What came before the third millisecond is left out.
  expect([...timeByPart(read, 3)].map(([part]) => part)).toEqual([
    'Ferryman: journal',
    'Node itself',
  ]);
});
