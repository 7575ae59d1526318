import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtProgram } from './built-program.ts';

/** What runs here is what users run. */
export const cliProgram = builtProgram('src/cli/main');

/**
 * A process that lives for seconds never earns back what optimizing PGlite's WebAssembly costs.
 */
export const shortLived = ['--liftoff-only'] as const;

export interface CliProcess {
  pid: number;
  /** The JSON object that it printed when it was up. */
  announced: Record<string, unknown>;
  /** How the process ended: a signal, or an exit code. */
  ended: Promise<NodeJS.Signals | number>;
  /** What it has told on standard error so far. */
  told(): string;
  /** Asks it to stop in order, and waits. */
  stop(): Promise<NodeJS.Signals | number>;
  /** Ends it without a word. */
  kill(): Promise<void>;
}

/** The lines of its log so far. */
export function logOf({ told }: Pick<CliProcess, 'told'>): Record<string, unknown>[] {
  // The output may begin in the middle of a line.
  const lines = told().split('\n');
  return lines
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/**
 * Starts a command that runs until it is stopped, and waits until it says on standard output what
 * it started.
 */
export async function startCli(
  parameters: readonly string[],
  {
    cwd,
    env,
    nodeOptions = shortLived,
  }: { cwd: string; env: Record<string, string>; nodeOptions?: readonly string[] },
): Promise<CliProcess> {
  const child = spawn(process.execPath, [...nodeOptions, cliProgram, ...parameters], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-20_000);
  });
  const ended = once(child, 'exit').then(
    ([code, signal]) => (signal ?? code) as NodeJS.Signals | number,
  );
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) =>
    String(line),
  );
  const refusal = ended.then((how) =>
    Promise.reject(new Error(`${parameters.join(' ')} ended with ${how}: ${stderr}`)),
  );
  const line = await Promise.race([
    // A refused start prints its problem, which begins with a line of its own.
    firstLine.then((text) => (text === '{' ? refusal : text)),
    refusal,
  ]);
  refusal.catch(() => undefined);
  const end = async (signal: NodeJS.Signals): Promise<NodeJS.Signals | number> => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    announced: JSON.parse(line) as Record<string, unknown>,
    ended,
    told: () => stderr,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
  };
}
