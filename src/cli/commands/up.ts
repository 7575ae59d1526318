import type { Command } from 'commander';
import { listenForApi } from '../../api/serve-api.ts';
import { compose } from '../../compose.ts';
import { loadConfig } from '../../config/load-config.ts';
import { processRoles } from '../../core/swap/roles.ts';
import { keystoreNames } from '../../keys/list-wallets.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import type { CliIo } from '../cli-io.ts';
import { configuredOptions, tracingOf } from '../configured-options.ts';
import { logProcess } from '../process-log.ts';
import { runUntilStopped } from '../run-until-stopped.ts';
import { showStart } from '../show-start.ts';
import { noWallet } from '../show-wallet.ts';
import { announce } from '../up/announce.ts';
import { openSandboxHome } from '../up/sandbox-home.ts';
import { servedBy, startService } from '../up/start-service.ts';

interface Flags {
  json?: boolean;
  port?: string;
  dataFolder?: string;
  logLevel?: string;
}

/** `ferryman up`: workers, intake and API in one process, until stopped. */
export function registerUp(program: Command, io: CliIo): void {
  program
    .command('up')
    .description(
      'run the service with its API until stopped; on the sandbox if nothing is configured',
    )
    .option('--json', 'print what was started as one JSON object')
    .option('--port <port>', 'port of the API on 127.0.0.1; default 7300')
    .option(
      '--data-folder <folder>',
      'folder of the keystores and of the embedded journal and queue',
    )
    .option('--log-level <level>', 'level of the log on standard error')
    .action(async ({ json, ...flags }: Flags) => {
      const config = await loadConfig({
        flags: flagsOf(flags),
        environment: io.environment,
        folder: io.folder,
      });
      const logger = createLogger({ level: config.logLevel, format: config.logFormat });
      const isSandbox = config.networks.kind === 'sandbox';
      const configured = isSandbox
        ? undefined
        : configuredOptions(config, logger, { signs: true, shares: false, takesJobs: true });
      await runUntilStopped(io, async ({ signal, atEnd, untilStopped }) => {
        const onStep = showStart(io, signal);
        const http = await listenForApi(config.api);
        atEnd(() => http.close());
        onStep(`port ${http.port} is open; the API answers 503 until everything runs`);
        const base = configured
          ? { options: configured }
          : await openSandboxHome({ logger, signal, onStep });
        const home = 'wallets' in base ? base : undefined;
        if (home) atEnd(() => home.close());
        const ferryman = await compose({
          ...base.options,
          ...tracingOf(config),
          signal,
          onStep,
        });
        const service = await startService(ferryman, {
          http,
          logger,
          ...servedBy(config),
        });
        atEnd(() => service.close());
        const stopping = logProcess(logger, {
          roles: processRoles,
          serves: { apiUrl: service.apiUrl },
        });
        const hasWallet = home !== undefined || (await keystoreNames(config.dataFolder)).length > 0;
        const toDo = hasWallet
          ? undefined
          : `${noWallet(config.dataFolder)} Then start Ferryman again.`;
        announce(service, { json: json ?? false, sandbox: home, toDo });
        stopping(await untilStopped(ferryman.lockLost));
      });
    });
}

function flagsOf({ port, dataFolder, logLevel }: Flags): Record<string, string> {
  const given = { '--port': port, '--data-folder': dataFolder, '--log-level': logLevel };
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
