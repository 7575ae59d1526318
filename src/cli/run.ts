import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CliIo } from './cli-io.ts';
import { exitCodeHelp } from './exit-code.ts';
import { applyOutput, profileOption } from './profile-options.ts';
import { reportError } from './report-error.ts';

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
    const json = command?.opts<{ json?: boolean }>().json ?? wantsJson(parameters);
    reportError(cause, { io, command, json });
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

/** Of a command line that is not understood. */
function wantsJson(parameters: readonly string[]): boolean {
  const end = parameters.indexOf('--');
  return (end < 0 ? parameters : parameters.slice(0, end)).includes('--json');
}
