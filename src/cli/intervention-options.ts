import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Intervention } from '../ports/stores/recovery-store.ts';

/** Options of commands by which a person decides something; both are kept in the journal. */
export interface InterventionOptions {
  reason: string;
  by?: string;
}

/** Adds `--by`; `--reason` is the command's own, since not every one demands it. */
export function withByOption(command: Command): Command {
  return command.option('--by <name>', 'who says so; default: the name of the account');
}

/**
 * Throws `INVALID_REQUEST` where no reason is said: a variable that is not set leaves an empty one.
 */
export function interventionOf({
  reason,
  by = userInfo().username,
}: InterventionOptions): Intervention {
  if (reason.trim() === '')
    throw new FerrymanError('INVALID_REQUEST', '--reason is empty: say why');
  return { reason, by };
}
