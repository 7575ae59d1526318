import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Ferryman } from '../ferryman.ts';
import type { Intervention } from '../ports/stores/recovery-store.ts';

/** Options of commands that record a person's decision; the journal stores both. */
export interface InterventionOptions {
  reason: string;
  by?: string;
}

/** Adds `--by`. Each command declares `--reason` itself: for some it is optional. */
export function withByOption(command: Command): Command {
  return command.option('--by <name>', 'who decides; default: the name of the user account');
}

/** @throws `INVALID_REQUEST` if the reason is empty, as from an unset shell variable */
export function interventionOf({
  reason,
  by = userInfo().username,
}: InterventionOptions): Intervention {
  if (reason.trim() === '')
    throw new FerrymanError('INVALID_REQUEST', '--reason is empty: give a reason');
  return { reason, by };
}

/** For the API, which stores its key as who decided: the name goes with the reason. */
export function signedReason({ reason, by }: InterventionOptions): string {
  return by === undefined ? reason : `${reason} (${by})`;
}

/** Writes into the audit log what a person is about to do on the journal itself. */
export async function recordIntervention(
  { journal }: Pick<Ferryman, 'journal'>,
  action: string,
  subject: string,
  { by, reason }: Intervention,
): Promise<void> {
  await journal.recordAct({ actor: `operator ${by}`, action, subject, reason, data: {} });
}
