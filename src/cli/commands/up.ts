import type { Command } from 'commander';
import { compose } from '../../compose.ts';
import { loadConfig } from '../../config/load-config.ts';
import { processRoles } from '../../core/roles.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import { configuredOptions } from '../configured-options.ts';
import { logProcess } from '../process-log.ts';
import { untilStopped } from '../until-stopped.ts';
import { announce } from '../up/announce.ts';
import { openSandboxHome } from '../up/sandbox-home.ts';
import { startService } from '../up/start-service.ts';

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
        const options = home?.options ?? configuredOptions(config, logger, { signs: true, shares: false });
        const service = await startService(await compose(options), { ...config.api, logger });
        const stopped = untilStopped();
        const stopping = logProcess(logger, { roles: processRoles, serves: { apiUrl: service.apiUrl } });
        announce(service, { json: json ?? false, sandbox: home });
        stopping(await stopped);
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
