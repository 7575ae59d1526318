import type { Command } from 'commander';
import { composeSigner } from '../../compose-signer.ts';
import { loadConfig } from '../../config/load-config.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import type { CliIo } from '../cli-io.ts';
import { configuredOptions } from '../configured-options.ts';
import { logProcess } from '../process-log.ts';
import { runUntilStopped } from '../run-until-stopped.ts';

interface Flags {
  json?: true;
  logLevel?: string;
}

/** `ferryman signer`: keeps the keys, for workers of another user. */
export function registerSigner(program: Command, io: CliIo): void {
  program
    .command('signer')
    .description(
      'keep the keys apart: judge and sign, on a Unix socket, what workers of another user ask for',
    )
    .option('--json', 'print what was started as one JSON object')
    .option('--log-level <level>', 'level of the log on standard error')
    .action(async ({ json, logLevel }: Flags) => {
      const { environment, folder } = io;
      const config = await loadConfig({ flags: { '--log-level': logLevel }, environment, folder });
      const { socket } = config.signer;
      if (socket === undefined) throw withoutSocket();
      const logger = createLogger({ level: config.logLevel, format: config.logFormat }).child({
        role: 'signer',
      });
      // The keystores are its own: it asks no other signer.
      const own = { ...config, signer: {} };
      const options = configuredOptions(own, logger, { signs: true, shares: false });
      const { keystorePassword = '' } = options;
      await runUntilStopped(io, async ({ atEnd, untilStopped }) => {
        const signer = await composeSigner({ ...options, keystorePassword, socket });
        atEnd(() => signer.close());
        const stopping = logProcess(logger, { roles: ['signer'], serves: { socket } });
        process.stdout.write(
          json ? `${JSON.stringify({ socket })}\n` : `The signer listens on ${socket}\n`,
        );
        stopping(await untilStopped(signer.lockLost));
      });
    });
}

function withoutSocket(): FerrymanError {
  const message = 'has no socket for the signer: set FERRYMAN_SIGNER_SOCKET, or `signer.socket`';
  return new FerrymanError('CONFIG_INVALID', `the configuration ${message}`, {
    faults: [{ pointer: '/signer/socket', message: 'is missing' }],
  });
}
