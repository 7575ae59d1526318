import type { Command } from 'commander';
import type { CliIo } from './cli-io.ts';
import { commands } from './command-table.ts';
import { createProgram } from './create-program.ts';
import { applyOutput, profileOption } from './profile-options.ts';
import { reportError } from './report-error.ts';

/** Runs one command line, such as `['swap', 'list']`. Prints errors and sets the exit code. */
export async function run(parameters: readonly string[], ownIo: CliIo): Promise<void> {
  if (parameters[0] === 'complete' && parameters[1] === '--') {
    // Imported here: no command waits for it.
    const { completeWords } = await import('./completion/complete-words.ts');
    return completeWords(parameters.slice(2), ownIo);
  }
  const { program, io } = createProgram(ownIo);
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
