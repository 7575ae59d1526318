import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { KillOrder, ServiceSettings } from '../programs/service.ts';

/** Built by `npm run build`, which `npm test` does first: what is killed here is what users run. */
const program = fileURLToPath(new URL('../../dist/test/programs/service.js', import.meta.url));

export interface ServiceProcess {
  apiUrl: string;
  /** Only from the first start of a journal. */
  apiKey: string | null;
  /** How the process ended: a signal, or an exit code. */
  ended: Promise<NodeJS.Signals | number | null>;
  /** Has it kill itself at a named point. */
  arm(order: KillOrder): Promise<void>;
  /** Asks it to stop in order, and waits. */
  stop(): Promise<void>;
}

/** Starts the service in a process of its own and waits until it answers. */
export async function startServiceProcess(settings: ServiceSettings): Promise<ServiceProcess> {
  // A process that lives for seconds never earns back what optimizing PGlite's WebAssembly costs.
  const execArgv = settings.databaseUrl === undefined ? ['--liftoff-only'] : [];
  const child: ChildProcess = fork(program, [JSON.stringify(settings)], { execArgv });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number | null);
  const message = (): Promise<unknown> =>
    Promise.race([
      once(child, 'message').then(([told]) => told as unknown),
      ended.then((how) => Promise.reject(new Error(`the service ended: ${how}`))),
    ]);
  const { apiUrl, apiKey } = (await message()) as { apiUrl: string; apiKey: string | null };
  return {
    apiUrl,
    apiKey,
    ended,
    async arm(order) {
      child.send(order);
      await message();
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
