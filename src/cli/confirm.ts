import { type Command, Option } from 'commander';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiClient } from './api-client.ts';
import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';

export function withYes(command: Command): Command {
  return command.addOption(
    new Option('-y, --yes', 'do not ask; required without a terminal and with --no-input'),
  );
}

/**
 * Asks a person at a terminal whether to do what cannot be taken back, and says before which service
 * does it. Throws `INPUT_NEEDED` where it cannot ask and `--yes` is missing.
 */
export async function isConfirmed(
  question: string,
  { yes }: { yes?: true | undefined },
  io: CliIo,
  client?: Pick<ApiClient, 'announce'>,
): Promise<boolean> {
  if (yes) return true;
  if (!io.interactive)
    throw new FerrymanError('INPUT_NEEDED', `${question} The command cannot ask here: give --yes`);
  client?.announce();
  const answer = await io.ask(`${question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  io.tell('Nothing was changed.');
  io.exitWith(exitCodes.error);
  return false;
}

/** Asks once, also if the service turns out to be away and the command opens the journal itself. */
export function askOnce<Asker>(
  ask: (asker?: Asker) => Promise<boolean>,
): (asker?: Asker) => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  return (asker) => {
    answer ??= ask(asker);
    return answer;
  };
}
