import { pino } from 'pino';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { untilStopped } from '../../src/cli/until-stopped.ts';
import { startService } from '../../src/cli/up/start-service.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';

/** What `ferryman up` runs, on a given sandbox, in a process that kills itself where its parent says so. */
export interface ServiceSettings {
  dataFolder: string;
  password: string;
  endpoints: SandboxEndpoints;
  databaseUrl?: string;
}

/** Sent by the parent: die without a word the `nth` time from now that a swap comes by `point`. */
export interface KillOrder {
  point: Checkpoint;
  nth: number;
}

const { dataFolder, password, endpoints, databaseUrl } = JSON.parse(process.argv[2] ?? '') as ServiceSettings;

let order: KillOrder | undefined;
process.on('message', (message: KillOrder) => {
  order = { ...message };
  process.send?.('armed');
});

// Never outlives the tests that started it.
process.on('disconnect', () => process.exit(1));

const checkpoint = async (point: Checkpoint): Promise<void> => {
  if (point !== order?.point || --order.nth > 0) return;
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
process.send?.({ apiUrl: service.apiUrl, apiKey: service.firstApiKey ?? null });
await untilStopped();
await service.close();
process.exit(0);
