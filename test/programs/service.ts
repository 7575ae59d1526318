import { pino } from 'pino';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { listenForApi } from '../../src/api/serve-api.ts';
import { runUntilStopped } from '../../src/cli/run-until-stopped.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { startService } from '../../src/cli/up/start-service.ts';
import { createFerryman, type OpenContext, openContext } from '../../src/compose.ts';
import type { Policy } from '../../src/core/decide/policy.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import type { Ferryman } from '../../src/ferryman.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import { openKeySource } from '../../src/key-source.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Signer } from '../../src/ports/signer.ts';
import type { WebhookPolicy } from '../../src/ports/webhook-sender.ts';
import { testIntakeSecret } from '../support/intake-keys.ts';
import { type Sabotage, sabotage } from './sabotage.ts';

/**
 * What `ferryman up`, `api` or `worker` runs, on a given sandbox, in a process whose parent decides
 * at every named point whether it lives.
 */
export interface ServiceSettings {
  dataFolder: string;
  password: string;
  endpoints: SandboxEndpoints;
  databaseUrl?: string;
  redisUrl?: string;
  /** Of a signer of its own, which has the keys. */
  signerSocket?: string;
  /** Milliseconds for one question to a chain's endpoint. */
  rpcTimeoutMs?: number;
  /** Where webhooks may go, beside public addresses. */
  webhooks?: WebhookPolicy;
  /** What is other than a sandbox's policy. */
  policy?: Partial<Policy>;
  /** `door`: takes swaps in and carries none on; `work`: the other way round. Default: both. */
  share?: 'door' | 'work';
  /** The law that is turned off. */
  sabotage?: Sabotage;
}

/** Told when the service is up. */
export interface Announcement {
  /** Absent where it only works. */
  apiUrl?: string;
  /** Only from the first start of a journal. */
  apiKey: string | null;
}

/** Told when it does not start. */
export interface Failure {
  failure: string;
}

/** A swap has come to a point; it goes on when the parent sends the number back. */
export interface AtCheckpoint {
  point: Checkpoint;
  number: number;
}

const settings = JSON.parse(process.argv[2] ?? '') as ServiceSettings;
const waiting = new Map<number, () => void>();
let passed = 0;

process.on('message', (number: number) => {
  waiting.get(number)?.();
  waiting.delete(number);
});

// Never outlives the tests that started it.
process.on('disconnect', () => process.exit(1));

function checkpoint(point: Checkpoint): Promise<void> {
  const number = ++passed;
  return new Promise((resolve) => {
    waiting.set(number, resolve);
    process.send?.({ point, number } satisfies AtCheckpoint);
  });
}

function optionsFrom(given: ServiceSettings): FerrymanOptions {
  const { dataFolder, endpoints, databaseUrl, redisUrl, rpcTimeoutMs, share } = given;
  const { chains, policy, ...rest } = sandboxSettings(endpoints);
  return {
    ...rest,
    policy: { ...policy, ...given.policy },
    chains: chains.map((chain) =>
      rpcTimeoutMs === undefined ? chain : { ...chain, timeoutMs: rpcTimeoutMs },
    ),
    dataFolder,
    ...(share === 'door' ? {} : keysOf(given)),
    ...(given.webhooks === undefined ? {} : { webhooks: given.webhooks }),
    ...(databaseUrl === undefined ? {} : { databaseUrl, intakeSecret: testIntakeSecret }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }, pino.destination(2)),
    checkpoint,
  };
}

function keysOf({ password, signerSocket: socket }: ServiceSettings) {
  return socket === undefined ? { keystorePassword: password } : { signer: { socket } };
}

async function openFerryman(
  options: FerrymanOptions,
  broken: Sabotage | undefined,
): Promise<Ferryman> {
  const opened = await openContext(options);
  if (broken === undefined) return createFerryman(opened);
  const rpcUrlOf = (name: string): string =>
    options.chains.find(({ chain }) => chain.name === name)?.rpcUrls[0] ?? '';
  const context = sabotage(broken, opened.context, rpcUrlOf);
  const signer = await openSigner(options, context, opened.closers);
  return createFerryman({ ...opened, context: { ...context, signer } });
}

/** One that goes by the sabotaged parts: its own would refuse what the broken law lets through. */
function openSigner(
  options: FerrymanOptions,
  context: ExecutorContext<Journal>,
  closers: OpenContext['closers'],
): Promise<Signer> {
  const { guard, policy, jobSeals, passkeys, chains, prices, logger, clock, signingLog } = context;
  const parts = { guard, policy, jobSeals, passkeys, chains, prices, logger, clock, signingLog };
  return openKeySource(options, closers).openSigner(parts);
}

/** Starts what is asked for, and gives how to end it. */
async function start(
  given: ServiceSettings,
): Promise<{ announcement: Announcement; close(): Promise<void> }> {
  const options = optionsFrom(given);
  const ferryman = await openFerryman(options, given.sabotage);
  if (given.share === 'work') {
    await ferryman.startWorkers();
    return { announcement: { apiKey: null }, close: () => ferryman.close() };
  }
  const service = await startService(ferryman, {
    http: await listenForApi({ port: 0 }),
    logger: options.logger,
    works: given.share === undefined,
  });
  const { apiUrl, firstApiKey } = service;
  return {
    announcement: { apiUrl, apiKey: firstApiKey?.key ?? null },
    close: () => service.close(),
  };
}

const io = {
  tell: (text: string) => void process.stderr.write(`${text}\n`),
  exitWith(code: number) {
    process.exitCode = code;
  },
};
await runUntilStopped(io, async ({ atEnd, untilStopped }) => {
  const { announcement, close } = await start(settings).catch((cause: unknown) => {
    process.send?.({ failure: String(cause) } satisfies Failure, () => process.exit(1));
    return new Promise<never>(() => undefined);
  });
  atEnd(close);
  process.send?.(announcement);
  await untilStopped();
});
process.exit();
