import { type Command, Option } from 'commander';
import { outputs } from '../config/profile-file.ts';
import { findProfile } from '../config/profile-layer.ts';
import type { CliIo } from './cli-io.ts';

/** `--profile`, for every command that calls a service. */
export const profileOption = new Option(
  '--profile <name>',
  'the service to call, by the name of `ferryman profile`; also FERRYMAN_PROFILE',
);

/**
 * Makes `--json` the default of a command that calls the API, if `FERRYMAN_OUTPUT` or the profile
 * says so.
 */
export async function applyOutput(command: Command, io: CliIo): Promise<void> {
  const calls = command.options.some(({ long }) => long === '--api-url');
  if (!calls || command.getOptionValueSource('json') !== undefined) return;
  const given = outputs.find((output) => output === io.environment.FERRYMAN_OUTPUT);
  const output = given ?? (await findProfile(io.environment, io.profileName))?.profile.output;
  if (output === 'json') command.setOptionValueWithSource('json', true, 'config');
}
