import type { Command } from 'commander';
import type { FerrymanOptions } from '../../compose.ts';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import { untilStopped } from '../until-stopped.ts';
import { openSandboxHome } from '../up/sandbox-home.ts';
import { type Service, startService } from '../up/start-service.ts';

interface Flags {
  json?: boolean;
  port?: string;
  dataFolder?: string;
  logLevel?: string;
}

/** `ferryman up`: workers, intake and API in one process, until it is stopped. */
export function registerUp(program: Command): void {
  program
    .command('up')
    .description('run the service with its API until stopped; on the sandbox where nothing is configured')
    .option('--json', 'print what was started as one JSON object')
    .option('--port <port>', 'port of the API on 127.0.0.1; default 7300')
    .option('--data-folder <folder>', 'where keystores, and embedded the journal and the queue, live')
    .option('--log-level <level>', 'level of the log on standard error')
    .action(async ({ json, ...flags }: Flags) => {
      const config = await loadConfig({ flags: flagsOf(flags) });
      const logger = createLogger({ level: config.logLevel });
      const home = config.networks.kind === 'sandbox' ? await openSandboxHome(logger) : undefined;
      try {
        const options = home?.options ?? configuredOptions(config, logger);
        const service = await startService(options, { port: config.api.port });
        announce(service, { json: json ?? false, ...(home ? { wallet: home.wallet } : {}) });
        await untilStopped();
        await service.close();
      } finally {
        await home?.close();
      }
    });
}

function flagsOf({ port, dataFolder, logLevel }: Flags): Record<string, string> {
  const given = { '--port': port, '--data-folder': dataFolder, '--log-level': logLevel };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function configuredOptions(config: Config, logger: FerrymanOptions['logger']): FerrymanOptions {
  const { networks, dataFolder, databaseUrl, redisUrl, keystorePassword, policy } = config;
  if (networks.kind === 'sandbox') throw new FerrymanError('CONFIG_INVALID', 'no router and no chain is configured');
  if (keystorePassword === undefined) {
    throw new FerrymanError(
      'CONFIG_INVALID',
      'the keystores need a password: set FERRYMAN_KEYSTORE_PASSWORD_FILE or FERRYMAN_KEYSTORE_PASSWORD',
    );
  }
  const { url, statusPath, ...router } = networks.router;
  return {
    dataFolder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    keystorePassword,
    router: { ...router, baseUrl: url, ...(statusPath === undefined ? {} : { paths: { status: statusPath } }) },
    chains: networks.chains,
    policy,
    logger,
  };
}

function announce(
  service: Service,
  { json, wallet }: { json: boolean; wallet?: { name: string; address: string } },
): void {
  const { apiUrl, firstApiKey } = service;
  if (json) {
    process.stdout.write(`${JSON.stringify({ apiUrl, apiKey: firstApiKey ?? null, wallet: wallet ?? null })}\n`);
    return;
  }
  const lines = [
    `Ferryman answers at ${apiUrl}`,
    ...(firstApiKey === undefined ? [] : [`API key, shown this once: ${firstApiKey}`]),
    ...(wallet
      ? [
          `Sandbox wallet "${wallet.name}": ${wallet.address}, funded on every chain`,
          "Nothing is configured: chains, journal and wallet are the sandbox's, in a temporary folder, and gone when this stops.",
        ]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
