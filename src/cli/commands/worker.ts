import { Argument, type Command, InvalidArgumentError } from 'commander';
import { listen } from '../../api/listen.ts';
import { compose } from '../../compose.ts';
import { loadConfig } from '../../config/load-config.ts';
import { type WorkerRole, workerRoles } from '../../core/swap/roles.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import type { CliIo } from '../cli-io.ts';
import { configuredOptions } from '../configured-options.ts';
import { logProcess } from '../process-log.ts';
import { runUntilStopped } from '../run-until-stopped.ts';
import { statusApp } from '../server/status-app.ts';

const withoutSecret =
  'no intake secret is set, so this process sends no webhooks and retries no ended swaps in bulk: set FERRYMAN_INTAKE_SECRET_FILE';

const noSeals =
  'no intake secret is set, and the treasury’s worker seals the jobs of rules with it: set FERRYMAN_INTAKE_SECRET_FILE, to the same secret in every process';

interface Flags {
  json?: true;
  concurrency?: number;
  statusPort?: number;
  logLevel?: string;
}

/** `ferryman worker <role>`: one role of the server form. Any number of processes may run it. */
export function registerWorker(program: Command, io: CliIo): void {
  program
    .command('worker')
    .description('run one role alone, on a Redis and a Postgres server, until stopped')
    .addArgument(
      new Argument(
        '<role>',
        'execute: sign and send; track: observe chains; recover: dispatch overdue swaps; treasury: follow the treasury’s rules',
      ).choices(workerRoles),
    )
    .option('--json', 'print what was started as one JSON object')
    .option(
      '--concurrency <swaps>',
      'swaps that `execute` processes at the same time; default 16',
      wholeNumber(1, 1_000),
    )
    .option(
      '--status-port <port>',
      'serve /livez, /readyz and /metrics on this port of 127.0.0.1; 0 is any free one',
      wholeNumber(0, 65_535),
    )
    .option('--log-level <level>', 'level of the log on standard error')
    .action(async (role: WorkerRole, { json, concurrency, statusPort, logLevel }: Flags) => {
      const { environment, folder } = io;
      const config = await loadConfig({ flags: { '--log-level': logLevel }, environment, folder });
      const logger = createLogger({ level: config.logLevel, format: config.logFormat }).child({
        role,
      });
      const options = configuredOptions(config, logger, {
        signs: role === 'execute',
        shares: true,
      });
      if (role === 'recover' && config.intakeSecret === undefined) logger.warn(withoutSecret);
      if (role === 'treasury' && config.intakeSecret === undefined)
        throw new FerrymanError('CONFIG_INVALID', noSeals);
      await runUntilStopped(io, async ({ signal, atEnd, untilStopped }) => {
        const http =
          statusPort === undefined
            ? undefined
            : await listen({ port: statusPort, option: '--status-port' });
        if (http) atEnd(() => http.close());
        const ferryman = await compose({ ...options, signal });
        atEnd(() => ferryman.close());
        await ferryman.startWorkers({
          roles: [role],
          ...(concurrency === undefined ? {} : { concurrency }),
        });
        http?.serve(statusApp(ferryman));
        const statusUrl = http?.url ?? null;
        const statusHint = statusUrl === null ? '' : `; its status is at ${statusUrl}`;
        const serves = { statusUrl, ...(concurrency === undefined ? {} : { concurrency }) };
        const stopping = logProcess(logger, { roles: [role], serves });
        process.stdout.write(
          json ? `${JSON.stringify({ role, statusUrl })}\n` : `Worker ${role} runs${statusHint}\n`,
        );
        stopping(await untilStopped(ferryman.lockLost));
        ferryman.retire();
      });
    });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
  };
}
