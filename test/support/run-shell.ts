import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ShellRun {
  /** `null` if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of bash without a terminal, and waits for its end. */
export async function runShell(
  command: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<ShellRun> {
  const child = spawn('bash', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: ShellRun = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    run.stderr += text;
  });
  [run.code] = (await once(child, 'close')) as [number | null];
  return run;
}
