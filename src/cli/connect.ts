import type { Command } from 'commander';
import { Option } from 'commander';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { CliIo } from './cli-io.ts';

/** Options of every command that talks to a running Ferryman. */
export interface ApiOptions {
  apiUrl?: string | undefined;
  apiKey?: string | undefined;
  json?: boolean;
}

export function withApi(command: Command): Command {
  return command
    .option('--api-url <url>', 'where Ferryman runs; also FERRYMAN_API_URL')
    .option(
      '--api-key <key>',
      'visible in process lists: better use FERRYMAN_API_KEY or FERRYMAN_API_KEY_FILE',
    )
    .option('--json', 'print JSON')
    .addOption(new Option('--no-json', 'print text, whatever the profile says').hideHelp());
}

export async function connect(
  options: Pick<ApiOptions, 'apiUrl' | 'apiKey'>,
  io: CliIo,
): Promise<ApiClient> {
  return clientOf(await clientConfig(options, io), io);
}

/** The configuration of a command that calls the API. @throws `CONFIG_INVALID` */
export function clientConfig(
  { apiUrl, apiKey, ...others }: Pick<ApiOptions, 'apiUrl' | 'apiKey'> & { dataFolder?: string },
  { environment, folder, profileName }: CliIo,
): Promise<Config> {
  return loadConfig({
    flags: { '--api-url': apiUrl, '--api-key': apiKey, '--data-folder': others.dataFolder },
    environment,
    folder,
    profile: { name: profileName },
  });
}

/**
 * Says which profile is used before anything is changed with it, and before every question which
 * service it is about.
 */
export function clientOf({ client }: Pick<Config, 'client'>, io: CliIo): ApiClient {
  const { profile, apiUrl } = client;
  let isSaid = false;
  return createApiClient(client, io.signal, (moment) => {
    if (isSaid || (profile === undefined && moment === 'call')) return;
    io.tell(`${profile === undefined ? 'service' : `profile ${profile}:`} ${apiUrl}`);
    isSaid = true;
  });
}
