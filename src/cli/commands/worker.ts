import { Argument, type Command, InvalidArgumentError } from 'commander';
import { compose } from '../../compose.ts';
import { loadConfig } from '../../config/load-config.ts';
import { type WorkerRole, workerRoles } from '../../core/roles.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import { configuredOptions } from '../configured-options.ts';
import { logProcess } from '../process-log.ts';
import { serveStatus } from '../server/serve-status.ts';
import { untilStopped } from '../until-stopped.ts';

interface Flags {
  json?: true;
  concurrency?: number;
  statusPort?: number;
  logLevel?: string;
}

/** `ferryman worker <role>`: one role of the server form in a process of its own, as many of each as wanted. */
export function registerWorker(program: Command): void {
  program
    .command('worker')
    .description('run one role alone, on a Redis and a Postgres server, until stopped')
    .addArgument(
      new Argument('<role>', 'execute: sign and send; track: observe chains; recover: wake what is overdue').choices(
        workerRoles,
      ),
    )
    .option('--json', 'print what was started as one JSON object')
    .option(
      '--concurrency <swaps>',
      'swaps that `execute` carries on at the same time; default 16',
      wholeNumber(1, 1_000),
    )
    .option(
      '--status-port <port>',
      'serve /livez, /readyz and /metrics on this port of 127.0.0.1; 0 is any free one',
      wholeNumber(0, 65_535),
    )
    .option('--log-level <level>', 'level of the log on standard error')
    .action(async (role: WorkerRole, { json, concurrency, statusPort, logLevel }: Flags) => {
      const config = await loadConfig({ flags: { '--log-level': logLevel } });
      const logger = createLogger({ level: config.logLevel }).child({ role });
      const ferryman = await compose(configuredOptions(config, logger, { signs: role === 'execute', shares: true }));
      try {
        const workers = await ferryman.startWorkers({
          roles: [role],
          ...(concurrency === undefined ? {} : { concurrency }),
        });
        const status = statusPort === undefined ? undefined : await serveStatus(ferryman, { port: statusPort });
        const statusUrl = status?.url ?? null;
        const told = statusUrl === null ? '' : `; its status is at ${statusUrl}`;
        const stopped = untilStopped();
        const serves = { statusUrl, ...(concurrency === undefined ? {} : { concurrency }) };
        const stopping = logProcess(logger, { roles: [role], serves });
        process.stdout.write(json ? `${JSON.stringify({ role, statusUrl })}\n` : `Worker ${role} runs${told}\n`);
        stopping(await stopped);
        await Promise.all([workers.stop(), status?.close()]);
      } finally {
        await ferryman.close();
      }
    });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
  };
}
