import type { Command } from 'commander';
import { compose } from '../../compose.ts';
import { loadConfig } from '../../config/load-config.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import { configuredOptions } from '../configured-options.ts';
import { logProcess } from '../process-log.ts';
import { untilStopped } from '../until-stopped.ts';
import { announce } from '../up/announce.ts';
import { startService } from '../up/start-service.ts';

/** `ferryman api`: the doors of the server form, HTTP and the intake queue; workers in processes of their own do the rest. */
export function registerApi(program: Command): void {
  program
    .command('api')
    .description('run the API and the intake queue alone, on a Redis and a Postgres server, until stopped')
    .option('--json', 'print what was started as one JSON object')
    .option('--port <port>', 'port of the API on 127.0.0.1; default 7300')
    .option('--log-level <level>', 'level of the log on standard error')
    .action(async ({ json, port, logLevel }: { json?: true; port?: string; logLevel?: string }) => {
      const config = await loadConfig({ flags: { '--port': port, '--log-level': logLevel } });
      const logger = createLogger({ level: config.logLevel });
      const options = configuredOptions(config, logger, { signs: false, shares: true });
      const service = await startService(await compose(options), { ...config.api, logger, works: false });
      const stopped = untilStopped();
      const stopping = logProcess(logger, { roles: ['api'], serves: { apiUrl: service.apiUrl } });
      announce(service, { json: json ?? false });
      stopping(await stopped);
      await service.close();
    });
}
