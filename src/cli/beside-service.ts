import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Ferryman } from '../ferryman.ts';
import type { ApiClient } from './api-client.ts';
import type { CliIo } from './cli-io.ts';
import { type ApiOptions, clientConfig, clientOf, withApi } from './connect.ts';

/** Options of commands that the running service does, or the command itself on the journal. */
export interface BesideOptions extends ApiOptions {
  dataFolder?: string;
}

export function withBeside(command: Command): Command {
  return withApi(command)
    .option('--data-folder <path>', 'open the journal of this folder, not the API')
    .addHelpText('after', `\n${besideHelp}`);
}

const besideHelp = `With an API key of scope admin the running service does this. The command opens the journal itself
without a key, with --data-folder, and where DATABASE_URL is set: there it runs beside the workers,
on a host with the keys. An embedded journal it can open only while no service uses it.`;

/**
 * The options of a command that writes where its `--to` says: it then opens the journal itself, since
 * no caller of the API chooses where the service writes. Throws `INVALID_REQUEST` if no journal is
 * configured.
 */
export function writingTo(
  to: string | undefined,
  options: BesideOptions,
  { databaseUrl, dataFolder, networks }: Config,
): BesideOptions {
  if (to === undefined) return options;
  if (databaseUrl === undefined && networks.kind === 'sandbox')
    throw new FerrymanError(
      'INVALID_REQUEST',
      '--to opens the journal itself, and none is configured in this folder; leave it out, and the running service writes into its own folder',
    );
  return { ...options, dataFolder };
}

const letService =
  'let the running service do this: set FERRYMAN_API_KEY_FILE to a file with an API key of scope admin';

interface Ways<Result> {
  api(client: ApiClient): Promise<Result>;
  journal(ferryman: Ferryman): Promise<Result>;
}

/**
 * Lets the running service do it, or opens the journal. Throws `FOLDER_IN_USE` with what to do if
 * an embedded service runs and there is no API key.
 */
export async function besideService<Result>(
  options: BesideOptions,
  io: CliIo,
  { api, journal }: Ways<Result>,
): Promise<Result> {
  const config = await clientConfig(options, io);
  if (!usesApi(config, options, io)) return openJournal(config, journal);
  try {
    return await api(clientOf(config, io));
  } catch (error) {
    if (!mayOpen(error, config, options)) throw error;
    io.tell(`no Ferryman answers at ${new URL(config.client.apiUrl).host}: opening its journal`);
    return openJournal(config, journal);
  }
}

function usesApi(
  { databaseUrl, client }: Config,
  { apiUrl, apiKey, dataFolder }: BesideOptions,
  { profileName }: CliIo,
): boolean {
  const isNamed = apiUrl !== undefined || apiKey !== undefined || profileName !== undefined;
  if (dataFolder === undefined)
    return isNamed || (databaseUrl === undefined && client.apiKey !== undefined);
  if (!isNamed) return false;
  throw new FerrymanError(
    'INVALID_REQUEST',
    'give either --data-folder or the service to call: each names a journal',
  );
}

/** The journal of this configuration is that of a service that nothing else names. */
function mayOpen(error: unknown, { client, networks }: Config, options: BesideOptions): boolean {
  return (
    error instanceof FerrymanError &&
    error.code === 'API_UNAVAILABLE' &&
    client.isOwn &&
    options.apiKey === undefined &&
    networks.kind === 'configured'
  );
}

async function openJournal<Result>(
  config: Config,
  task: (ferryman: Ferryman) => Promise<Result>,
): Promise<Result> {
  if (config.networks.kind === 'sandbox')
    throw new FerrymanError(
      'CONFIG_INVALID',
      `no router and no chain is configured in this folder, so its journal cannot be opened; ${letService}`,
    );
  // Imported here: it loads the chain libraries, and the service may do it all.
  const { withFerryman } = await import('./with-ferryman.ts');
  return withFerryman(config, task).catch((cause: unknown) => {
    if (!(cause instanceof FerrymanError) || cause.code !== 'FOLDER_IN_USE') throw cause;
    throw new FerrymanError('FOLDER_IN_USE', `${cause.message}; or ${letService}`, { cause });
  });
}
