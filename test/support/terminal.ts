import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hangSignal } from './hang-limit.ts';

export interface Terminal {
  /** Types as at a keyboard. */
  type(keys: string): void;
  /** Waits until what was shown since the last such wait has this, and returns what was shown. */
  shows(what: RegExp): Promise<string>;
  /** The exit code of the command. */
  ended: Promise<number>;
  /** Ends what still runs. */
  close(): Promise<void>;
}

/** Runs a command of the shell on a terminal of 80 columns: script(1) of util-linux makes one. */
export function openTerminal(
  command: string,
  { env = {}, cwd }: { env?: Record<string, string | undefined>; cwd: string },
): Terminal {
  const sized = `stty cols 80 rows 24; ${command}`;
  const child = spawn('script', ['-qefc', sized, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let notify = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    notify();
  });
  const ended = once(child, 'exit').then(([code]) => Number(code));
  // The end of what runs there closes its input.
  child.stdin.on('error', () => undefined);
  return {
    type: (keys) => void child.stdin.write(keys),
    async shows(what) {
      const limit = hangSignal();
      limit.addEventListener('abort', () => notify());
      for (;;) {
        const found = what.exec(shown);
        if (found) {
          const before = shown.slice(0, found.index + found[0].length);
          shown = shown.slice(before.length);
          return before;
        }
        if (limit.aborted) throw new Error(`${what} did not show: ${JSON.stringify(shown)}`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    ended,
    async close() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
