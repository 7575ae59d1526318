import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtProgram } from '../../test/support/built-program.ts';

/** A program of the bench in its own process. */
interface ChildProgram {
  pid: number;
  /** The first printed line, parsed from JSON. */
  announced: unknown;
  /** Resolves with the next printed line, parsed from JSON. */
  next(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a program. It ends when its input closes, so with this process at the latest.
 * @param path of the program in `dist/`, without `.js`
 */
export async function startChildProgram(path: string, settings: unknown): Promise<ChildProgram> {
  const child = spawn(process.execPath, [builtProgram(path), JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000);
  });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const failed = ended.then(([code, signal]) =>
    Promise.reject(new Error(`${path} ended with ${signal ?? code}: ${errors}`)),
  );
  failed.catch(() => undefined);
  const next = async (): Promise<unknown> => {
    const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string];
    return JSON.parse(line);
  };
  const announced = await next();
  return {
    pid: child.pid ?? 0,
    announced,
    next,
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
