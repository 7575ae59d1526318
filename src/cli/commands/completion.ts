import { Argument, type Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { shellScripts, shells } from '../completion/shell-scripts.ts';

/** `ferryman completion <shell>`: prints what makes the shell complete `ferryman`. */
export function registerCompletion(program: Command, io: CliIo): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', `\n${help}`)
    .action((shell: (typeof shells)[number]) => io.print(shellScripts[shell].trimEnd()));
}

const help = `bash, in ~/.bashrc:   source <(ferryman completion bash)
zsh, in ~/.zshrc:     source <(ferryman completion zsh)      (after compinit)
fish:                 ferryman completion fish > ~/.config/fish/completions/ferryman.fish

Names of wallets and ids of swaps come from the service that the commands would call, if it answers
within a second.`;
