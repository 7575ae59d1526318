import { pino } from 'pino';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { untilStopped } from '../../src/cli/until-stopped.ts';
import { startService } from '../../src/cli/up/start-service.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';

/** What `ferryman up` runs, on a given sandbox, in a process that kills itself at a named point. */
export interface ServiceSettings {
  dataFolder: string;
  password: string;
  endpoints: SandboxEndpoints;
  databaseUrl?: string;
  /** Dies without a word the `nth` time that it comes by `point`. */
  killAt?: { point: Checkpoint; nth: number };
}

const { dataFolder, password, endpoints, databaseUrl, killAt } = JSON.parse(process.argv[2] ?? '') as ServiceSettings;

let passed = 0;
const checkpoint = async (point: Checkpoint): Promise<void> => {
  if (point !== killAt?.point || ++passed < killAt.nth) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing after this point may happen.
  await new Promise(() => undefined);
};

const service = await startService(
  {
    ...sandboxSettings(endpoints),
    dataFolder,
    keystorePassword: password,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }, pino.destination(2)),
    checkpoint,
  },
  { port: 0 },
);
process.stdout.write(`${JSON.stringify({ apiUrl: service.apiUrl, apiKey: service.firstApiKey ?? null })}\n`);
await untilStopped();
await service.close();
