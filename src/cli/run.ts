import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { errorCodes } from '../errors/codes.ts';
import { type Fault, FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { CliIo } from './cli-io.ts';
import { exitCodeHelp, exitCodeOfError, exitCodes } from './exit-code.ts';
import { optionOf } from './option-of.ts';
import { applyOutput, profileOption } from './profile-options.ts';

interface CommandEntry {
  name: string;
  summary: string;
  /** Loaded only when the command is called: a `--help` should not wait for chain libraries. */
  load(): Promise<(program: Command, io: CliIo) => void>;
}

const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    summary: 'run swaps among local chains and check every one of them on its chain',
    load: async () => (await import('./commands/demo.ts')).registerDemo,
  },
  {
    name: 'up',
    summary: 'run the service with its API until stopped',
    load: async () => (await import('./commands/up.ts')).registerUp,
  },
  {
    name: 'api',
    summary: 'run the API alone, on Redis and Postgres servers, until stopped',
    load: async () => (await import('./commands/api.ts')).registerApi,
  },
  {
    name: 'worker',
    summary: 'run one role alone, on Redis and Postgres servers, until stopped',
    load: async () => (await import('./commands/worker.ts')).registerWorker,
  },
  {
    name: 'sandbox',
    summary: 'run local chains and a routing service until stopped',
    load: async () => (await import('./commands/sandbox.ts')).registerSandbox,
  },
  {
    name: 'swap',
    summary: 'create, show, wait for, cancel, retry, acknowledge and resolve swaps',
    load: async () => (await import('./commands/swap.ts')).registerSwap,
  },
  {
    name: 'lanes',
    summary: 'list the lanes in which swaps wait or hold slots',
    load: async () => (await import('./commands/lanes.ts')).registerLanes,
  },
  {
    name: 'stop',
    summary: 'stop signing of all, or of one chain, provider, wallet or lane',
    load: async () => (await import('./commands/stop.ts')).registerStop,
  },
  {
    name: 'resume',
    summary: 'resume signing that was stopped',
    load: async () => (await import('./commands/stop.ts')).registerResume,
  },
  {
    name: 'audit',
    summary: 'show and check what operators did',
    load: async () => (await import('./commands/audit.ts')).registerAudit,
  },
  {
    name: 'wallet',
    summary: 'create, import and list wallets of the keystore, and release frozen ones',
    load: async () => (await import('./commands/wallet.ts')).registerWallet,
  },
  {
    name: 'journal',
    summary: 'compare the journal with what the keys have signed',
    load: async () => (await import('./commands/journal.ts')).registerJournal,
  },
  {
    name: 'backup',
    summary: 'back up the journal, check a backup, and restore it',
    load: async () => (await import('./commands/backup.ts')).registerBackup,
  },
  {
    name: 'chains',
    summary: 'list the chain identifiers, or compare them with a routing service’s',
    load: async () => (await import('./commands/chains.ts')).registerChains,
  },
  {
    name: 'providers',
    summary: 'list the providers’ identifiers, or compare them with a routing service’s',
    load: async () => (await import('./commands/providers.ts')).registerProviders,
  },
  {
    name: 'key',
    summary: 'make, list, rotate and revoke keys for the API',
    load: async () => (await import('./commands/key.ts')).registerKey,
  },
  {
    name: 'profile',
    summary: 'store, show and choose the services that commands call',
    load: async () => (await import('./commands/profile.ts')).registerProfile,
  },
  {
    name: 'config',
    summary: 'check the configuration',
    load: async () => (await import('./commands/config.ts')).registerConfig,
  },
];

/** Runs one command line, such as `['swap', 'list']`. Prints errors and sets the exit code. */
export async function run(parameters: readonly string[], ownIo: CliIo): Promise<void> {
  const io = withGlobals(ownIo, () => program.opts());
  const program = new Command('ferryman')
    .description(
      'Executes swaps over many chains: exactly once, judged before signing, settled on the destination chain.',
    )
    .version(packageJson.version, '-V, --version', 'print the version')
    .option('--no-input', 'never ask anything; fail instead')
    .addOption(profileOption)
    .addHelpText('after', `\n${exitCodeHelp}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.print(text.trimEnd()),
      writeErr: (text) => io.tell(text.trimEnd()),
    });
  const called = calledCommand(parameters);
  for (const { name, summary, load } of commands) {
    if (name === called) (await load())(program, io);
    else program.command(name).description(summary);
  }
  let command: Command | undefined;
  program.hook('preAction', async (_, action) => {
    command = action;
    await applyOutput(action, io);
  });
  try {
    await program.parseAsync(parameters, { from: 'user' });
  } catch (cause) {
    report(cause, io, command);
  }
}

interface Globals {
  input: boolean;
  profile?: string;
}

/** The I/O as the options before every command want it. */
function withGlobals(io: CliIo, globals: () => Globals): CliIo {
  // Its members are read when they are needed: reading `signal` changes what Ctrl-C does.
  return Object.create(io, {
    interactive: { get: () => io.interactive && globals().input },
    profileName: { get: () => globals().profile },
  });
}

/** The first parameter that is neither an option nor the value of one. */
function calledCommand(parameters: readonly string[]): string | undefined {
  return parameters.find(
    (parameter, at) => !parameter.startsWith('-') && parameters[at - 1] !== profileOption.long,
  );
}

function report(cause: unknown, io: CliIo, command: Command | undefined): void {
  if (cause instanceof CommanderError) {
    // Commander has printed it already; `--help` and `--version` exit with 0.
    io.exitWith(cause.exitCode === 0 ? exitCodes.ok : exitCodes.usage);
    return;
  }
  if (io.signal.aborted) {
    io.tell('interrupted');
    io.exitWith(exitCodes.interrupted);
    return;
  }
  const error = toFerrymanError(cause);
  const lines = error.faults.map((fault) => `${placeOf(fault, error, command)}: ${fault.message}`);
  const headline = headlineOf(error);
  // If the message is nothing but the faults, the first fault becomes the headline.
  io.tell(`error ${error.code}: ${headline ?? lines[0]}`);
  for (const line of headline === undefined ? lines.slice(1) : lines) io.tell(`  ${line}`);
  io.tell(`  ${errorCodes[error.code].meaning}`);
  if (error.details.requestId !== undefined) io.tell(`  request ${error.details.requestId}`);
  if (!(cause instanceof FerrymanError) && cause instanceof Error && cause.stack)
    io.tell(cause.stack);
  io.exitWith(exitCodeOfError(error));
}

/** Faults of the configuration point into its file; the API's point to command line options. */
function placeOf(fault: Fault, { code }: FerrymanError, command: Command | undefined): string {
  const isTyped = command?.parent?.name() === 'swap' && code !== 'CONFIG_INVALID';
  return optionOf(fault, isTyped ? command : undefined);
}

/** The message without its list of faults; `undefined` if the message is nothing but faults. */
function headlineOf({ message, faults: [first] }: FerrymanError): string | undefined {
  const list = first === undefined ? -1 : message.indexOf(first.message);
  if (list === 0) return undefined;
  if (list < 0) return message;
  const [headline = message] = message.slice(0, list).split(/:\s/);
  return headline;
}
