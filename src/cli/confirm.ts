import { type Command, Option } from 'commander';
import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';

export function withYes(command: Command): Command {
  return command.addOption(new Option('-y, --yes', 'do not ask on a terminal'));
}

/** Asks a person at a terminal. A script has no terminal: its reason is its confirmation. */
export async function isConfirmed(
  question: string,
  { yes }: { yes?: true },
  io: CliIo,
): Promise<boolean> {
  if (yes || !io.interactive) return true;
  const answer = await io.ask(`${question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  io.tell('Nothing was changed.');
  io.exitWith(exitCodes.error);
  return false;
}
