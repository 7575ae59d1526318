import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What `ferryman up --json` prints on the sandbox, in part. */
export interface Started {
  apiUrl: string;
  apiKey: string;
  controlUrl: string;
  /** Sandbox wallets by family. */
  wallets: Readonly<Record<string, { name: string; address: string }>>;
}

export interface RunningService extends Started {
  stop(): Promise<void>;
}

/** Starts the built service on a sandbox of its own, in a folder without a configuration. */
export async function startService(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-screenshots-'));
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('FERRYMAN_')),
  );
  const child = spawn(
    process.execPath,
    [join(process.cwd(), 'dist/src/cli/main.js'), 'up', '--json', '--port', '0'],
    { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-4_000);
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (isRunning(child)) child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    ended.then(() => undefined),
  ]);
  if (line?.startsWith('{"') !== true) {
    await stop();
    throw new Error(`the service did not start:\n${told}`);
  }
  return { ...(JSON.parse(line) as Started), stop };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
