import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { Intervention } from '../ports/time-travel.ts';

/** Options of commands by which a person decides something; both are kept in the journal. */
export interface InterventionOptions {
  reason: string;
  by?: string;
}

/** Adds `--by`; `--reason` is the command's own, since not every one demands it. */
export function withByOption(command: Command): Command {
  return command.option('--by <name>', 'who says so; default: the name of the account');
}

export function interventionOf({ reason, by = userInfo().username }: InterventionOptions): Intervention {
  return { reason, by };
}
