import type { Command } from 'commander';
import { loadConfig } from '../config/load-config.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { CliIo } from './cli-io.ts';

/** Options of every command that talks to a running Ferryman. */
export interface ApiOptions {
  apiUrl?: string | undefined;
  apiKey?: string | undefined;
  json?: true;
}

export function withApi(command: Command): Command {
  return command
    .option('--api-url <url>', 'where Ferryman runs; also FERRYMAN_API_URL')
    .option(
      '--api-key <key>',
      'visible in process lists: better use FERRYMAN_API_KEY or FERRYMAN_API_KEY_FILE',
    )
    .option('--json', 'print JSON');
}

export async function connect(
  { apiUrl, apiKey }: Pick<ApiOptions, 'apiUrl' | 'apiKey'>,
  { environment, folder, signal }: CliIo,
): Promise<ApiClient> {
  const flags = { '--api-url': apiUrl, '--api-key': apiKey };
  const { client } = await loadConfig({ flags, environment, folder });
  return createApiClient(client, signal);
}
