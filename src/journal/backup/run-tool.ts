import { spawn } from 'node:child_process';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/** The last characters of a tool's errors that a message shows. */
const shown = 2_000;

/**
 * Runs a program to its end. Throws `BACKUP_FAILED` with what it wrote to standard error if it
 * fails or is not installed.
 * @param environment in addition to this process' own; here passwords are not in process lists
 */
export async function runTool(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(program, parameters, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-shown);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new FerrymanError('BACKUP_FAILED', `${program} cannot be run: ${cause.message}`, { cause }),
      ),
    );
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new FerrymanError('BACKUP_FAILED', `${program} ended with ${code}: ${errors.trim()}`);
}
