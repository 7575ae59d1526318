import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CliIo } from './cli-io.ts';
import { exitCodeHelp } from './exit-code.ts';
import { profileOption } from './profile-options.ts';

/** The command line without its commands, and the I/O as its options want it. */
export function createProgram(ownIo: CliIo): { program: Command; io: CliIo } {
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
  return { program, io };
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
