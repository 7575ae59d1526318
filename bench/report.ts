import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { chartsOf, compareCosts, type Figures } from './charts.ts';
import { drawChart } from './draw-chart.ts';

const program = new Command('bench:report')
  .description('draw charts of a result of the bench, for docs/performance.md')
  .argument('<result>', 'a file with what `npm run --silent bench -- --json` has printed')
  .option('--out <folder>', 'where the charts go', 'docs/performance')
  .option('--before <result>', 'an earlier result to compare with')
  .parse();
const { out, before } = program.opts<{ out: string; before?: string }>();
const [path = ''] = program.args;

const read = async (file: string): Promise<Figures> =>
  JSON.parse(await readFile(file, 'utf8')) as Figures;
const result = await read(path);
const charts = chartsOf(result);
const compared = before === undefined ? undefined : compareCosts(await read(before), result);
if (compared) charts.set('now-and-before', compared);
if (charts.size === 0) throw new Error(`${path} has no figure that can be drawn`);
await mkdir(out, { recursive: true });
for (const [name, chart] of charts) {
  const file = join(out, `${name}.svg`);
  await writeFile(file, drawChart(chart));
  process.stdout.write(`${file}\n`);
}
