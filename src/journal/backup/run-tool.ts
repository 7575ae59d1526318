import { type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/** The last characters of a tool's errors that a message shows. */
const shown = 2_000;

/**
 * What tar and the tools of Postgres need of this process' environment. It may have the keystore
 * password and API keys as well, which no other program gets.
 */
const needed = /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|KRB5\w+)$/;
const ofPostgres = /^PG[A-Z_]+$/;

type Environment = Readonly<Record<string, string>>;

/** A program that was started. */
interface Tool<Child> {
  child: Child;
  /** Rejects with a `BACKUP_FAILED` that has what it wrote to standard error. */
  ended: Promise<void>;
}

/**
 * Starts a program whose standard error is read.
 * @param environment of its own; here passwords are not in process lists
 */
export function startTool<Input extends Writable | null, Output extends Readable | null>(
  program: string,
  parameters: readonly string[],
  environment: Environment,
  [input, output]: readonly ['pipe' | 'ignore', 'pipe' | 'ignore'],
): Tool<ChildProcessByStdio<Input, Output, Readable>> {
  const names = program === 'tar' ? [needed] : [needed, ofPostgres];
  const stdio: StdioOptions = [input, output, 'pipe'];
  const child = spawn(program, parameters, {
    env: { ...pick(process.env, names), ...environment },
    stdio,
  }) as ChildProcessByStdio<Input, Output, Readable>;
  return { child, ended: endOf(child, program) };
}

/** Runs a program to its end. Throws `BACKUP_FAILED` if it fails or is not installed. */
export function runTool(
  program: string,
  parameters: readonly string[],
  environment: Environment = {},
): Promise<void> {
  return startTool<null, null>(program, parameters, environment, ['ignore', 'ignore']).ended;
}

async function endOf(
  child: ChildProcessByStdio<Writable | null, Readable | null, Readable>,
  program: string,
): Promise<void> {
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-shown);
  });
  const ending = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new FerrymanError('BACKUP_FAILED', `${program} cannot be run: ${cause.message}`, { cause }),
      ),
    );
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (ending !== 0)
    throw new FerrymanError('BACKUP_FAILED', `${program} ended with ${ending}: ${errors.trim()}`);
}

function pick(all: NodeJS.ProcessEnv, names: readonly RegExp[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.some((one) => one.test(name))),
  );
}
