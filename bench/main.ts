import { Command, InvalidArgumentError } from 'commander';
import type { Figure } from './bench.ts';
import { figures } from './figures/all.ts';
import { runFigures } from './run-figures.ts';
import { toTable } from './to-table.ts';

interface Flags {
  json?: true;
  only?: readonly Figure[];
  minutes?: number;
  within: number;
  quiet?: true;
}

const names = figures.map(({ name }) => name).join(', ');
const flags = new Command('bench')
  .description(
    'measure Ferryman on this machine, with servers, chains and a routing service of its own',
  )
  .option('--json', 'print one JSON object')
  .option('--only <names>', `some of ${names}, with commas between`, chosen)
  .option('--minutes <count>', 'how long a soak takes', minutes)
  .option('--within <minutes>', 'how long the other figures may take together', minutes, 14)
  .option('--quiet', 'do not tell on standard error what runs')
  .parse()
  .opts<Flags>();

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort());

const startedAt = performance.now();
const result = await runFigures({
  figures: flags.only ?? figures.filter(({ onlyByName }) => onlyByName !== true),
  minutes: flags.minutes,
  withinMinutes: flags.within,
  interrupted: interrupted.signal,
  log(message) {
    if (!flags.quiet)
      process.stderr.write(`${((performance.now() - startedAt) / 1_000).toFixed(1)} ${message}\n`);
  },
});
process.stdout.write(flags.json ? `${JSON.stringify(result)}\n` : toTable(result));
for (const [name, message] of Object.entries(result.errors ?? {}))
  process.stderr.write(`${name}: ${message}\n`);
process.exit(interrupted.signal.aborted ? 130 : result.errors ? 1 : 0);

function chosen(text: string): Figure[] {
  return text.split(',').map((name) => {
    const figure = figures.find((one) => one.name === name.trim());
    if (!figure) throw new InvalidArgumentError(`Write some of ${names}.`);
    return figure;
  });
}

function minutes(text: string): number {
  const count = Number(text);
  if (count > 0 && count <= 24 * 60) return count;
  throw new InvalidArgumentError('Write a number of minutes.');
}
