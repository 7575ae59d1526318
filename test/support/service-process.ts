import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endWithUs } from '../../sandbox/evm/end-with-us.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';
import type { Announcement, AtCheckpoint, Failure, ServiceSettings } from '../programs/service.ts';
import { shortLived } from './cli-process.ts';

/** Built by `npm run build`, which `npm test` does first: what is killed here is what users run. */
const program = fileURLToPath(
  new URL(
    // This file itself may be the one that was built.
    import.meta.url.endsWith('.ts')
      ? '../../dist/test/programs/service.js'
      : '../programs/service.js',
    import.meta.url,
  ),
);

/** To die without a word the `nth` time from now that a swap comes by `point`. */
export interface KillOrder {
  point: Checkpoint;
  nth: number;
}

export interface ServiceProcess {
  /** Empty where it only works. */
  apiUrl: string;
  /** Only from the first start of a journal. */
  apiKey: string | null;
  /** How the process ended: a signal, or an exit code. */
  ended: Promise<NodeJS.Signals | number>;
  /** Has it killed at a named point. */
  arm(order: KillOrder): void;
  /** Ends it without a word. */
  kill(): void;
  /** Stops it as a whole, as if its machine slept; whoever else looks sees no sign of life. */
  suspend(): void;
  resume(): void;
  /** Asks it to stop in order, and waits. */
  stop(): Promise<void>;
}

/**
 * A swap waits at a named point until this resolves; if the process is killed meanwhile, for ever.
 */
type CheckpointListener = (point: Checkpoint, process: ServiceProcess) => Promise<void>;

/**
 * Starts the service in a process of its own and waits until it answers. It ends with this process
 * at the latest.
 */
export async function startServiceProcess(
  settings: ServiceSettings,
  atCheckpoint: CheckpointListener = async () => undefined,
): Promise<ServiceProcess> {
  const execArgv = settings.databaseUrl === undefined ? [...shortLived] : [];
  const child: ChildProcess = fork(program, [JSON.stringify(settings)], {
    execArgv,
    detached: true,
  });
  const ended = once(child, 'exit').then(
    ([code, signal]) => (signal ?? code) as NodeJS.Signals | number,
  );
  if (child.pid !== undefined) void ended.then(endWithUs(child.pid, settings.dataFolder));

  let order: KillOrder | undefined;
  const pass = async ({ point, number }: AtCheckpoint): Promise<void> => {
    if (point === order?.point && --order.nth <= 0) return service.kill();
    await atCheckpoint(point, service);
    // A dead process has no use for an answer.
    if (child.connected) child.send(number, () => undefined);
  };
  const announced = new Promise<Announcement>((resolve, reject) => {
    child.on('message', (message: Announcement | AtCheckpoint | Failure) => {
      if ('point' in message) void pass(message);
      else if ('failure' in message) reject(new Error(message.failure));
      else resolve(message);
    });
    void ended.then((how) => reject(new Error(`the service ended: ${how}`)));
  });
  const service: ServiceProcess = {
    apiUrl: '',
    apiKey: null,
    ended,
    arm(given) {
      order = { ...given };
    },
    kill: () => void child.kill('SIGKILL'),
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
  const { apiUrl = '', apiKey } = await announced;
  return Object.assign(service, { apiUrl, apiKey });
}
