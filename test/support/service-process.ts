import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServiceSettings } from '../programs/service.ts';

/** Built by `npm run build`, which `npm test` does first: what is killed here is what users run. */
const program = fileURLToPath(new URL('../../dist/test/programs/service.js', import.meta.url));

export interface ServiceProcess {
  apiUrl: string;
  /** Only from the first start of a journal. */
  apiKey: string | null;
  /** How the process ended: a signal, or an exit code. */
  ended: Promise<NodeJS.Signals | number | null>;
  /** Asks it to stop in order, and waits. */
  stop(): Promise<void>;
}

/** Starts the service in a process of its own and waits until it answers. */
export async function startServiceProcess(settings: ServiceSettings): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number | null);
  if (!child.stdout) throw new Error('the service has no output');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line').then(([line]) => String(line)), ended]);
  if (typeof first !== 'string' || !first.startsWith('{')) throw new Error(`the service did not start: ${first}`);
  const { apiUrl, apiKey } = JSON.parse(first) as { apiUrl: string; apiKey: string | null };
  return {
    apiUrl,
    apiKey,
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
