import { Command, InvalidArgumentError, Option } from 'commander';
import { type Sabotage, sabotages } from '../programs/sabotage.ts';
import { type RunFamily, runFamilies } from './families/plans.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { type RunFlow, runFlows } from './plan-jobs.ts';
import { exitCodes, toComplaints, toJson, toTable, verdictOf } from './report.ts';
import { runChaos } from './run-chaos.ts';

interface Flags {
  family: RunFamily;
  flow: RunFlow;
  jobs: number;
  seed: number;
  faults: readonly FaultKind[];
  embedded?: true;
  signer?: true;
  everyPoint?: true;
  sabotage?: Sabotage;
  json?: true;
  verbose?: true;
}

const flags = new Command('chaos')
  .description(
    'run Ferryman under faults on a sandbox of its own, and read from the chains what came of every job',
  )
  .addOption(new Option('--family <family>', 'whose chains').choices(runFamilies).default('evm'))
  .addOption(
    new Option(
      '--flow <flow>',
      'how jobs are paid: by transactions of the routing service, or to deposit addresses',
    )
      .choices(runFlows)
      .default('wallet'),
  )
  .option('--jobs <count>', 'swaps to submit', wholeNumber(1, 100_000), 40)
  .option(
    '--seed <number>',
    'plans jobs and faults; the same seed plans the same',
    wholeNumber(0, 2 ** 31),
    1,
  )
  .option('--faults <list>', `some of ${faultKinds.join(',')}; or none`, kindsOf, [...faultKinds])
  .option(
    '--embedded',
    'one process with an embedded journal and queue, instead of several on Postgres and Redis',
  )
  .option('--signer', 'the keys are with a signer of its own, which several processes ask')
  .option(
    '--every-point',
    'kill and pause at each named point and drop each kind of answer, however few jobs there are',
  )
  .addOption(
    new Option('--sabotage <law>', 'turn a law off, to see that the run notices').choices(
      sabotages,
    ),
  )
  .option('--json', 'print one line of JSON')
  .option('--verbose', 'tell on standard error what happens')
  .parse()
  .opts<Flags>();

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort());

const startedAt = Date.now();
const result = await runChaos({
  family: flags.family,
  flow: flags.flow,
  jobs: flags.jobs,
  seed: flags.seed,
  faults: flags.faults,
  embedded: flags.embedded ?? false,
  signsApart: flags.signer ?? false,
  everyPoint: flags.everyPoint ?? false,
  sabotage: flags.sabotage,
  interrupted: interrupted.signal,
  log(message) {
    if (flags.verbose)
      process.stderr.write(`${((Date.now() - startedAt) / 1_000).toFixed(1)} ${message}\n`);
  },
});
process.stdout.write(`${flags.json ? toJson(result) : toTable(result)}\n`);
for (const complaint of toComplaints(result)) process.stderr.write(`${complaint}\n`);
process.exit(interrupted.signal.aborted ? 130 : exitCodes[verdictOf(result)]);

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
  };
}

function kindsOf(text: string): FaultKind[] {
  if (text === 'none') return [];
  return text.split(',').map((name) => {
    const kind = faultKinds.find((one) => one === name.trim());
    if (!kind) throw new InvalidArgumentError(`Write some of ${faultKinds.join(', ')}, or none.`);
    return kind;
  });
}
