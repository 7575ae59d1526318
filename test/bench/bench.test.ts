import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { chartsOf } from '../../bench/charts.ts';
import { drawChart } from '../../bench/draw-chart.ts';
import { builtProgram } from '../support/built-program.ts';
import { hangLimit } from '../support/hang-limit.ts';

const run = promisify(execFile);

it('prints the figure that was asked for, and nothing else, as one JSON object', async () => {
  const parameters = [builtProgram('bench/main'), '--json', '--quiet', '--only', 'startup'];
  const { stdout } = await run(process.execPath, parameters, { timeout: hangLimit });
  const result: unknown = JSON.parse(stdout);
  expect(result).toEqual({
    host: expect.objectContaining({ cores: expect.any(Number), node: process.version }),
    startup: {
      embeddedMs: expect.any(Number),
      serverMs: expect.any(Number),
      embeddedRssMb: expect.any(Number),
      serverRssMb: expect.any(Number),
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
