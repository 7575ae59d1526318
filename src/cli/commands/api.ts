import type { Command } from 'commander';
import { listenForApi } from '../../api/serve-api.ts';
import { compose } from '../../compose.ts';
import { loadConfig } from '../../config/load-config.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import type { CliIo } from '../cli-io.ts';
import { configuredOptions } from '../configured-options.ts';
import { logProcess } from '../process-log.ts';
import { runUntilStopped } from '../run-until-stopped.ts';
import { announce } from '../up/announce.ts';
import { servedBy, startService } from '../up/start-service.ts';

/** `ferryman api`: HTTP and the intake queue of the server form; workers are separate processes. */
export function registerApi(program: Command, io: CliIo): void {
  program
    .command('api')
    .description(
      'run the API and the intake queue alone, on a Redis and a Postgres server, until stopped',
    )
    .option('--json', 'print what was started as one JSON object')
    .option('--port <port>', 'port of the API on 127.0.0.1; default 7300')
    .option('--log-level <level>', 'level of the log on standard error')
    .action(async ({ json, port, logLevel }: { json?: true; port?: string; logLevel?: string }) => {
      const { environment, folder } = io;
      const flags = { '--port': port, '--log-level': logLevel };
      const config = await loadConfig({ flags, environment, folder });
      const logger = createLogger({ level: config.logLevel, format: config.logFormat });
      const options = configuredOptions(config, logger, {
        signs: false,
        shares: true,
        takesJobs: true,
      });
      await runUntilStopped(io, async ({ signal, atEnd, untilStopped }) => {
        const http = await listenForApi(config.api);
        atEnd(() => http.close());
        const service = await startService(await compose({ ...options, signal }), {
          http,
          logger,
          works: false,
          ...servedBy(config),
        });
        atEnd(() => service.close());
        const stopping = logProcess(logger, { roles: ['api'], serves: { apiUrl: service.apiUrl } });
        announce(service, { json: json ?? false });
        stopping(await untilStopped(service.ferryman.lockLost));
      });
    });
}
