import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createEvmAdapter } from './chains/evm/create-evm-adapter.ts';
import type { Chain, ChainName } from './core/chains.ts';
import type { SwapId } from './core/ids.ts';
import type { Policy } from './core/policy.ts';
import type { Swap } from './core/swap.ts';
import { toFerrymanError } from './errors/ferryman-error.ts';
import { authorize } from './executor/authorize.ts';
import { awaitEnd } from './executor/await-end.ts';
import type { Checkpoint } from './executor/checkpoint.ts';
import type { ExecutorContext } from './executor/context.ts';
import { createGate } from './executor/gate.ts';
import { type Readiness, readiness } from './executor/readiness.ts';
import { startWorkers, type WorkerOptions, type Workers } from './executor/start-workers.ts';
import { type SubmitRequest, submit } from './executor/submit.ts';
import { createGuard } from './guard/create-guard.ts';
import { lockFolder } from './journal/lock-folder.ts';
import { openJournal } from './journal/open-journal.ts';
import { createKeystoreSigner } from './keys/create-keystore-signer.ts';
import { listWallets } from './keys/list-wallets.ts';
import type { ChainAdapter } from './ports/chain-adapter.ts';
import type { Journal, SwapView } from './ports/journal.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Listener, Queue } from './ports/queue.ts';
import type { RedisLocation } from './queue/connect-redis.ts';
import { createBullQueue } from './queue/create-bull-queue.ts';
import { startEmbeddedRedis } from './queue/start-embedded-redis.ts';
import { startIntake } from './queue/start-intake.ts';
import { createRouterClient, type RouterClientOptions } from './router/create-router-client.ts';
import { createMetrics } from './telemetry/create-metrics.ts';
import { measureChain } from './telemetry/measure-chain.ts';
import { measureRouter } from './telemetry/measure-router.ts';

export interface FerrymanOptions {
  /** Keystores, and when embedded the journal and the queue's data. */
  dataFolder: string;
  /** A Postgres server; absent: PGlite in the data folder, for this process only. */
  databaseUrl?: string;
  /** A Redis server; absent: a private `redis-server` child. */
  redisUrl?: string;
  /** Opens the keystores. */
  keystorePassword: string;
  router: Omit<RouterClientOptions, 'fetch'>;
  chains: readonly { chain: Chain; rpcUrls: readonly string[] }[];
  policy: Policy;
  logger: Logger;
  /** Called at every named point between two effects of a swap; tests die here. */
  checkpoint?: (point: Checkpoint) => Promise<void>;
}

/** A running Ferryman: the library's face, and what the API and the commands are made of. */
export interface Ferryman {
  journal: Journal;
  metrics: Metrics;
  submit(request: SubmitRequest): Promise<{ created: boolean; swap: Swap }>;
  /** Waits until a swap has ended or wants a person. */
  awaitEnd(id: SwapId, options?: { signal?: AbortSignal }): Promise<SwapView>;
  /** Starts carrying swaps on in this process; without it swaps are only taken in. */
  startWorkers(options?: Partial<WorkerOptions>): Promise<Workers>;
  /** Opens the BullMQ door: the queue `swaps`. */
  openIntake(): Listener;
  /** Whether everything that a swap needs answers. */
  ready(): Promise<Readiness>;
  /** Stops the work, then lets go of journal and queue. */
  close(): Promise<void>;
}

const defaultWorkers: WorkerOptions = { roles: ['execute', 'track'], concurrency: 16, sweepInterval: 500 };

/** Puts the adapters together: the only place where they meet. Whatever was opened is closed again when a part fails. */
export async function compose(options: FerrymanOptions): Promise<Ferryman> {
  const closers: (() => Promise<void>)[] = [];
  const close = (): Promise<void> => closeAll(closers.splice(0).reverse());
  try {
    const { journal, queue, redis } = await openStores(options, closers);
    await registerWallets(options.dataFolder, journal);
    const metrics = createMetrics(journal);
    const context = await createContext(options, journal, queue, metrics);
    return face(context, { redis, metrics, closers, close });
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** One after another; a part that does not close keeps none of the others open. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closer of closers) await closer().catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw toFerrymanError(failures[0]);
}

async function openStores(options: FerrymanOptions, closers: (() => Promise<void>)[]) {
  const { dataFolder, databaseUrl, redisUrl, logger } = options;
  if (databaseUrl === undefined || redisUrl === undefined) {
    const lock = await lockFolder(dataFolder);
    closers.push(() => lock.release());
  }
  const journal = await openJournal(
    databaseUrl === undefined
      ? { kind: 'pglite', folder: join(dataFolder, 'journal') }
      : { kind: 'postgres', url: databaseUrl },
  );
  closers.push(() => journal.close());
  const redis = redisUrl === undefined ? await openEmbeddedRedis(dataFolder, closers) : { url: redisUrl };
  const queue = createBullQueue({ redis, logger });
  closers.push(() => queue.close());
  if (redisUrl === undefined) await queue.clear();
  if (databaseUrl === undefined) await journal.takeOver();
  return { journal, queue, redis };
}

async function openEmbeddedRedis(dataFolder: string, closers: (() => Promise<void>)[]): Promise<RedisLocation> {
  const server = await startEmbeddedRedis({ folder: join(dataFolder, 'redis') });
  closers.push(() => server.close());
  return { socketPath: server.socketPath };
}

/** Wallets are made in the keystore; the journal knows them by name and address. */
async function registerWallets(dataFolder: string, journal: Journal): Promise<void> {
  const known = await journal.wallets();
  for (const wallet of await listWallets(dataFolder)) {
    if (!known.some((one) => one.name === wallet.name && one.family === wallet.family))
      await journal.createWallet(wallet);
  }
}

async function createContext(
  options: FerrymanOptions,
  journal: Journal,
  queue: Queue,
  metrics: Metrics,
): Promise<ExecutorContext> {
  const { dataFolder, keystorePassword, policy, logger, checkpoint = async () => undefined } = options;
  const chains = new Map<ChainName, ChainAdapter>(
    options.chains.map(({ chain, rpcUrls }) => [
      chain.name,
      measureChain(createEvmAdapter({ chain, rpcUrls }), metrics),
    ]),
  );
  return {
    journal,
    queue,
    chains,
    router: measureRouter(createRouterClient(options.router), metrics),
    guard: createGuard(),
    signer: await createKeystoreSigner({ dataFolder, password: keystorePassword }),
    policy,
    clock: { now: () => Date.now() },
    logger,
    holder: `${process.pid}-${randomUUID()}`,
    checkpoint,
    gate: createGate(),
  };
}

function face(
  context: ExecutorContext,
  parts: {
    redis: RedisLocation;
    metrics: Metrics;
    closers: (() => Promise<void>)[];
    close: () => Promise<void>;
  },
): Ferryman {
  const { redis, metrics, closers, close } = parts;
  const { journal, logger } = context;
  return {
    journal,
    metrics,
    submit: (request) => submit(context, request),
    awaitEnd: (id, options) => awaitEnd(journal, id, options),
    async startWorkers(options) {
      const workers = await startWorkers(context, { ...defaultWorkers, ...options });
      closers.push(() => workers.stop());
      return workers;
    },
    openIntake() {
      const intake = startIntake({
        redis,
        logger,
        authorize: (keyHash) => authorize(journal, keyHash, 'submit'),
        submit: (request) => submit(context, request),
      });
      closers.push(() => intake.close());
      return intake;
    },
    ready: () => readiness(context),
    close,
  };
}
