import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import type { ProcessRole } from '../core/swap/roles.ts';

/** What a long-running process does. */
interface Started {
  roles: readonly (ProcessRole | 'signer')[];
  /** Further facts for the log, such as where it listens. */
  serves?: Readonly<Record<string, string | number | null>>;
}

/**
 * Logs that the process has started and, at every end, that it has stopped and why.
 * Returns a function to call with the signal that stops the process.
 */
export function logProcess(
  logger: Logger,
  { roles, serves = {} }: Started,
): (signal: NodeJS.Signals) => void {
  const facts = { roles, pid: process.pid };
  let why = 'error';
  logger.info(
    { ...facts, version: packageJson.version, node: process.version, ...serves },
    'process started',
  );
  process.once('exit', (exitCode) => {
    const seconds = Math.round(process.uptime());
    logger.info({ ...facts, why, seconds, exitCode }, 'process stopped');
  });
  return (signal) => {
    why = signal;
    logger.info({ ...facts, signal }, 'process stops');
  };
}
