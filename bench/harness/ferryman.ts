import { endWithUs } from '../../sandbox/evm/end-with-us.ts';
import { type CliProcess, startCli } from '../../test/support/cli-process.ts';
import { type Home, password } from './home.ts';
import { treeCpuMs, treeRssMb } from './process-stats.ts';

/** The stores of the server form. */
interface Stores {
  databaseUrl: string;
  redisUrl: string;
}

interface ProcessOptions {
  home: Home;
  /** Default: the embedded form. */
  stores?: Stores | undefined;
  env?: Record<string, string>;
  /** Options of Node, before the program. */
  nodeOptions?: readonly string[];
}

/** Processes of Ferryman that are measured together. */
export interface Ferryman {
  processes: readonly CliProcess[];
  api: Api;
  cpuMs(): Promise<number>;
  rssMb(): Promise<number>;
  /** Kills all processes with SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface Api {
  url: string;
  /** From the first start of the journal. */
  key: string;
}

const unset = {
  REDIS_URL: '',
  DATABASE_URL: '',
  ROUTER_CALLS_PER_MINUTE: '',
  FERRYMAN_ROUTER_URL: '',
};

/**
 * Runs one command of Ferryman and waits until it is ready. It ends with this process at the
 * latest.
 */
async function startProcess(
  parameters: readonly string[],
  options: ProcessOptions,
): Promise<CliProcess> {
  const { home, stores, env = {}, nodeOptions = [] } = options;
  const started = await startCli([...parameters, '--json'], {
    cwd: home.folder,
    nodeOptions,
    env: {
      ...unset,
      ...(stores ? { REDIS_URL: stores.redisUrl, DATABASE_URL: stores.databaseUrl } : {}),
      FERRYMAN_KEYSTORE_PASSWORD: password,
      FERRYMAN_INTAKE_SECRET: 'the intake secret of the whole bench',
      FERRYMAN_LOG_LEVEL: process.env.BENCH_LOG ?? 'error',
      ...env,
    },
  });
  void started.ended.then(endWithUs(started.pid, home.folder));
  if (process.env.BENCH_LOG) void started.ended.then(() => process.stderr.write(started.told()));
  return started;
}

/** `ferryman up`: everything in one process. @param key of an existing journal */
export async function startUp(options: ProcessOptions, key?: string): Promise<Ferryman> {
  const started = await startProcess(['up', '--port', '0'], options);
  return group([started], apiOf(started, key));
}

/** The API alone: it accepts jobs, and no worker executes them. */
export async function startApi(options: ProcessOptions, key?: string): Promise<Ferryman> {
  const started = await startProcess(['api', '--port', '0'], options);
  return group([started], apiOf(started, key));
}

/** Workers besides an API: the requested number of `execute`, one `track` and one `recover`. */
export async function startWorkers(
  options: ProcessOptions,
  api: Api,
  execute = 1,
): Promise<Ferryman> {
  const roles = ['track', 'recover', ...Array.from({ length: execute }, () => 'execute')];
  const started = await Promise.all(
    roles.map((role) => startProcess(['worker', role, '--status-port', '0'], options)),
  );
  return group(started, api);
}

function apiOf({ announced }: CliProcess, key: string | undefined): Api {
  const { apiUrl, apiKey } = announced as { apiUrl: string; apiKey: string | null };
  return { url: apiUrl, key: apiKey ?? key ?? '' };
}

/** Combines several into one. */
export function together(...parts: readonly Ferryman[]): Ferryman {
  const [first] = parts;
  if (!first) throw new TypeError('there is nothing to measure');
  return group(
    parts.flatMap(({ processes }) => processes),
    first.api,
  );
}

function group(processes: readonly CliProcess[], api: Api): Ferryman {
  const sum = async (read: (pid: number) => Promise<number>): Promise<number> =>
    (await Promise.all(processes.map(({ pid }) => read(pid)))).reduce(
      (total, one) => total + one,
      0,
    );
  return {
    processes,
    api,
    cpuMs: () => sum(treeCpuMs),
    rssMb: () => sum(treeRssMb),
    async kill() {
      await Promise.all(processes.map((one) => one.kill()));
    },
    async stop() {
      await Promise.all(processes.map((one) => one.stop()));
    },
  };
}
