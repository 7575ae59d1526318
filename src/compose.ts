import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Policy } from './core/decide/policy.ts';
import type { Family } from './core/swap/chains.ts';
import type { SwapId } from './core/swap/ids.ts';
import { processRoles, workerRoles } from './core/swap/roles.ts';
import type { Swap } from './core/swap/swap.ts';
import { toFerrymanError } from './errors/ferryman-error.ts';
import { createOutageLog, type OutageLog } from './errors/outage-log.ts';
import { acknowledge } from './executor/acknowledge.ts';
import { adoptJournal, inspectJournal, type JournalReport } from './executor/adopt-journal.ts';
import { authorizeIntake } from './executor/authorize-intake.ts';
import { awaitEnd } from './executor/await-end.ts';
import { createBatches } from './executor/batching/batches.ts';
import { type CancelAnswer, cancel } from './executor/cancel.ts';
import type { Checkpoint } from './executor/checkpoint.ts';
import type { ExecutorContext } from './executor/context.ts';
import { createHeartbeat } from './executor/heartbeat.ts';
import { createKeyedMutex } from './executor/keyed-mutex.ts';
import { createReadiness, type Readiness } from './executor/readiness.ts';
import { registerWallets } from './executor/register-wallets.ts';
import { requireOneNameEach } from './executor/require-one-name-each.ts';
import { type ResolveRequest, resolve } from './executor/resolve.ts';
import { type RetryAnswer, retry } from './executor/retry.ts';
import { announceReleases, createSignals } from './executor/signals.ts';
import { startWorkers, type WorkerOptions, type Workers } from './executor/start-workers.ts';
import { type SubmitRequest, submit } from './executor/submit.ts';
import { createTokens } from './executor/tokens.ts';
import { type FrozenWallet, inspectWallet, unfreezeWallet } from './executor/unfreeze-wallet.ts';
import { verifyJournalAtStart } from './executor/verify-journal-at-start.ts';
import { createWalletList } from './executor/wallet-list.ts';
import { definitionOf } from './families/families.ts';
import type { ChainOptions } from './families/family-definition.ts';
import { createGuard } from './guard/create-guard.ts';
import { lockFolder } from './journal/lock-folder.ts';
import { openJournal } from './journal/open-journal.ts';
import { createIntakeKeySealer } from './keys/create-intake-key-sealer.ts';
import { createKeystoreSigner } from './keys/create-keystore-signer.ts';
import { findAccount } from './keys/find-account.ts';
import { listWallets } from './keys/list-wallets.ts';
import { noSigner } from './keys/no-signer.ts';
import { openSigningLog } from './keys/signing-log/open-signing-log.ts';
import { machineClock } from './ports/clock.ts';
import type { IntakeKeySealer } from './ports/intake-key-sealer.ts';
import type { Journal } from './ports/journal.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Router } from './ports/router.ts';
import type { Intervention } from './ports/stores/recovery-store.ts';
import type { SwapView } from './ports/stores/swap-store.ts';
import { noWork, type WorkCounts } from './ports/work-counts.ts';
import type { RedisLocation } from './queue/connect-redis.ts';
import { createBullQueue } from './queue/create-bull-queue.ts';
import { createCallBudget } from './queue/create-call-budget.ts';
import { serveOwnCalls } from './queue/serve-own-calls.ts';
import { startEmbeddedRedis } from './queue/start-embedded-redis.ts';
import { type Intake, startIntake } from './queue/start-intake.ts';
import { createRouterClient, type RouterClientOptions } from './router/create-router-client.ts';
import { createRouterHealth } from './router/create-router-health.ts';
import { reportRouter } from './router/report-router.ts';
import { countJobs, countRpc, countSnapshots } from './telemetry/count-work.ts';
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
  /** Opens the keystores; absent: this process signs nothing, whatever it starts. */
  keystorePassword?: string;
  /**
   * Opens what the journal keeps of API keys for intake jobs: at least 32 random characters, the
   * same in every process of a journal. Absent: a file in the data folder that the first use makes,
   * where the journal is embedded; else there is no intake.
   */
  intakeSecret?: string;
  router: RouterOptions;
  chains: readonly ChainOptions[];
  policy: Policy;
  logger: Logger;
  /** Aborts the start: everything opened is closed again. It has no effect afterwards. */
  signal?: AbortSignal;
  /** Receives each step of the start: what runs now. */
  onStep?: (step: string) => void;
  /** Called at every named point between two effects of a swap; tests die here. */
  checkpoint?: (point: Checkpoint) => Promise<void>;
}

interface RouterOptions
  extends Omit<
    RouterClientOptions,
    'fetch' | 'random' | 'now' | 'logger' | 'budget' | 'publicKeyOf'
  > {
  /** Shared by all workers on one Redis; absent: as many as there are. */
  callsPerMinute?: number;
  /** Providers that a job may list besides those of the registry. Absent: none. */
  additionalProviders?: readonly string[];
}

type Watch = { outages: OutageLog; work: WorkCounts };
type Listings = Pick<ReturnType<typeof createRouterClient>, 'chains' | 'providers'>;

/** A running Ferryman: the library's face, and what the API and the commands are made of. */
export interface Ferryman {
  journal: Journal;
  metrics: Metrics;
  submit(request: SubmitRequest): Promise<{ created: boolean; swap: Swap }>;
  /** Waits until a swap has ended or wants a person. */
  awaitEnd(id: SwapId, options?: { signal?: AbortSignal }): Promise<SwapView>;
  /** Asks for a swap's end; a request until the chain has decided. */
  cancel(id: SwapId): Promise<CancelAnswer>;
  /**
   * Gives a swap another try, or its job another swap; never while an earlier payment of it may
   * land.
   */
  retry(id: SwapId): Promise<RetryAnswer>;
  /**
   * Ends a swap again as it had ended, to which more money came since; the note says what a person
   * has done about it.
   */
  acknowledge(id: SwapId, note: string): Promise<SwapView>;
  /**
   * Ends a swap in `needs_review` with the outcome that a person names, checked against evidence.
   * Signs nothing.
   */
  resolve(id: SwapId, request: ResolveRequest): Promise<SwapView>;
  /** Starts carrying swaps on in this process; without it swaps are only taken in. */
  startWorkers(options?: Partial<WorkerOptions>): Promise<Workers>;
  /**
   * Opens the BullMQ door: the queue `swaps`. Throws `CONFIG_INVALID` where there is no intake
   * secret.
   */
  openIntake(): Promise<Intake>;
  /** Of the API keys in the journal. */
  intakeKeys: IntakeKeySealer;
  /** Whether everything that a swap needs answers. */
  ready(): Promise<Readiness>;
  /** What the signing log beside the keys shows and the journal does not know; changes nothing. */
  inspectJournal(): Promise<JournalReport>;
  /**
   * A person takes the journal as it is for the keys' own; see docs/operations.md for what is to be
   * looked at before.
   */
  adoptJournal(request: Intervention): Promise<JournalReport>;
  /** The family has to be said where the journal knows wallets of several families by the name. */
  inspectWallet(name: string, family?: Family): Promise<FrozenWallet>;
  /** A person releases a frozen wallet; the family as for `inspectWallet`. */
  unfreezeWallet(request: Intervention & { name: string; family?: Family }): Promise<FrozenWallet>;
  /**
   * Aborted when the data folder's lock is lost. The journal refuses everything from then on: close
   * this Ferryman and end the process. The reason is a `FOLDER_LOCK_LOST`. Without an embedded
   * journal or queue it never is.
   */
  lockLost: AbortSignal;
  /** Stops the work, then lets go of journal and queue. */
  close(): Promise<void>;
}

const defaultWorkers: WorkerOptions = { roles: workerRoles, concurrency: 16, sweepInterval: 500 };

/** What a Ferryman is made of: adapters that have met, and what is to be closed after them. */
export interface OpenContext {
  context: ExecutorContext<Journal>;
  metrics: Metrics;
  redis: RedisLocation;
  intakeKeys: IntakeKeySealer;
  lockLost: AbortSignal;
  /** In the order in which their parts were opened; closed the other way round. */
  closers: (() => Promise<void>)[];
}

/** A Ferryman on its own journal, queue and chains. Throws what `openContext` throws. */
export async function compose(options: FerrymanOptions): Promise<Ferryman> {
  return createFerryman(await openContext(options));
}

/**
 * Puts the adapters together: the only place where they meet. Whatever was opened is closed again
 * when a part fails. With a keystore's password it throws `JOURNAL_FOREIGN` where the keys have
 * signed for another journal; `CONFIG_INVALID` where two chains are one network.
 */
export async function openContext(options: FerrymanOptions): Promise<OpenContext> {
  requireOneNameEach(options.chains.map(({ chain }) => chain));
  const closers: OpenContext['closers'] = [];
  try {
    const outages = createOutageLog(options.logger);
    const work = noWork();
    const { journal, queue, redis, lockLost } = await openStores(
      options,
      { outages, work },
      closers,
    );
    await registerWallets(journal, await listWallets(options.dataFolder));
    options.signal?.throwIfAborted();
    const routerHealth = createRouterHealth({ ...options.router, now: machineClock.now });
    const metrics = createMetrics(journal, routerHealth, work);
    const router = measureRouter(openRouter(options, redis, outages, closers), {
      routerCalled(endpoint, outcome) {
        metrics.routerCalled(endpoint, outcome);
        reportRouter(routerHealth, outcome, outages);
      },
    });
    const signingLog = openSigningLog({ dataFolder: options.dataFolder, now: machineClock.now });
    closers.push(() => signingLog.close());
    const context = await createContext(
      options,
      { journal, queue, router, routerHealth, signingLog, outages },
      { metrics, work },
    );
    options.signal?.throwIfAborted();
    if (options.keystorePassword !== undefined) await verifyJournalAtStart(context);
    options.signal?.throwIfAborted();
    options.onStep?.('keystores, chains and routing service are set up');
    return {
      context,
      metrics,
      redis,
      intakeKeys: createIntakeKeySealer(options),
      lockLost,
      closers,
    };
  } catch (cause) {
    await closeAll(closers);
    throw cause;
  }
}

/**
 * One after another, the last one opened first, and each once; a part that does not close keeps
 * none of the others open.
 */
async function closeAll(closers: OpenContext['closers']): Promise<void> {
  const failures: unknown[] = [];
  for (const closer of closers.splice(0).reverse())
    await closer().catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw toFerrymanError(failures[0]);
}

async function openStores(
  options: FerrymanOptions,
  { outages, work }: Watch,
  closers: OpenContext['closers'],
) {
  const { dataFolder, databaseUrl, redisUrl, logger, signal, onStep = () => undefined } = options;
  signal?.throwIfAborted();
  const isEmbedded = databaseUrl === undefined || redisUrl === undefined;
  const lock = isEmbedded ? await lockFolder(dataFolder) : undefined;
  if (lock) closers.push(() => lock.release());
  const lockLost = lock?.lost ?? new AbortController().signal;
  const journal = await openJournal(
    databaseUrl === undefined
      ? { kind: 'pglite', folder: join(dataFolder, 'journal'), lost: lockLost }
      : { kind: 'postgres', url: databaseUrl },
    signal,
    work,
  );
  closers.push(() => journal.close());
  signal?.throwIfAborted();
  onStep('the journal is open');
  const redis =
    redisUrl === undefined
      ? await openEmbeddedRedis(dataFolder, closers, signal)
      : { url: redisUrl };
  if (redisUrl === undefined) onStep('Redis runs');
  const queue = serveOwnCalls(createBullQueue({ redis, logger, outages }), logger);
  closers.push(() => queue.close());
  if (redisUrl === undefined) await queue.clear();
  if (databaseUrl === undefined) await journal.takeOver();
  return { journal: countSnapshots(journal, work), queue: countJobs(queue, work), redis, lockLost };
}

async function openEmbeddedRedis(
  dataFolder: string,
  closers: OpenContext['closers'],
  signal: AbortSignal | undefined,
): Promise<RedisLocation> {
  const server = await startEmbeddedRedis({ folder: join(dataFolder, 'redis'), signal });
  closers.push(() => server.close());
  return { socketPath: server.socketPath };
}

function openRouter(
  { router, logger, dataFolder }: FerrymanOptions,
  redis: RedisLocation,
  outages: OutageLog,
  closers: OpenContext['closers'],
): Router {
  const { callsPerMinute, ...settings } = router;
  const publicKeyOf = async (address: string, family: Family) =>
    (await findAccount(dataFolder, { family, address }))?.publicKey;
  const client = { ...settings, logger, publicKeyOf };
  if (callsPerMinute === undefined) return createRouterClient(client);
  const { baseUrl: url, apiKey } = client;
  const service = { url, ...(apiKey === undefined ? {} : { apiKey }) };
  const budget = createCallBudget({ redis, service, callsPerMinute, outages });
  closers.push(() => budget.close());
  return createRouterClient({ ...client, budget });
}

/**
 * The routing service as far as it lists chains and providers; a person's question is not counted.
 */
export function openListings({ callsPerMinute: _uncounted, ...client }: RouterOptions): Listings {
  return createRouterClient(client);
}

async function createContext(
  options: FerrymanOptions,
  parts: Pick<
    ExecutorContext<Journal>,
    'journal' | 'queue' | 'router' | 'routerHealth' | 'signingLog' | 'outages'
  >,
  { metrics, work }: { metrics: Metrics; work: WorkCounts },
): Promise<ExecutorContext<Journal>> {
  const {
    dataFolder,
    keystorePassword,
    policy,
    logger,
    checkpoint = async () => undefined,
  } = options;
  const clock = machineClock;
  const signals = createSignals();
  const adapters = await Promise.all(
    options.chains.map((settings) => {
      const { family } = settings.chain;
      const storedAccount = (address: string) => findAccount(dataFolder, { family, address });
      const tools = { clock, fetch: countRpc(settings.chain, work), storedAccount };
      return definitionOf(family).loadAdapter({ ...settings, ...tools });
    }),
  );
  const chains = new Map(
    adapters.map((adapter) => [adapter.chain.name, measureChain(adapter, metrics, parts.outages)]),
  );
  return {
    ...parts,
    keystoreWallets: () => listWallets(dataFolder),
    chains,
    guard: createGuard(),
    signer:
      keystorePassword === undefined
        ? noSigner
        : await createKeystoreSigner({ dataFolder, password: keystorePassword }),
    tokens: createTokens(parts.journal),
    walletList: createWalletList(parts.journal, clock),
    additionalProviders: options.router.additionalProviders ?? [],
    policy,
    clock,
    logger,
    holder: `${process.pid}-${randomUUID()}`,
    checkpoint,
    mutex: createKeyedMutex(),
    journal: announceReleases(parts.journal, signals),
    signals,
    batches: createBatches(),
  };
}

/** The use cases on what was opened, under one face. */
export function createFerryman({
  context,
  metrics,
  redis,
  intakeKeys,
  lockLost,
  closers,
}: OpenContext): Ferryman {
  const { journal, logger, outages } = context;
  const heartbeat = createHeartbeat(context);
  closers.push(() => heartbeat.leave(processRoles));
  return {
    journal,
    metrics,
    submit: (request) => submit(context, request),
    cancel: (id) => cancel(context, id),
    retry: (id) => retry(context, id),
    acknowledge: (id, note) => acknowledge(context, id, note),
    resolve: (id, request) => resolve(context, id, request),
    awaitEnd: (id, options) => awaitEnd(journal, id, options),
    async startWorkers(options) {
      const chosen = { ...defaultWorkers, ...options };
      const workers = await startWorkers(context, chosen);
      heartbeat.join(chosen.roles);
      const stop = async (): Promise<void> => {
        await Promise.all([workers.stop(), heartbeat.leave(chosen.roles)]);
      };
      closers.push(stop);
      return { stop };
    },
    intakeKeys,
    async openIntake() {
      await intakeKeys.verify();
      const intake = startIntake({
        redis,
        logger,
        outages,
        authorize: (signed) => authorizeIntake({ journal, intakeKeys }, signed),
        submit: (request) => submit(context, request),
      });
      heartbeat.join(['api']);
      closers.push(() => intake.close());
      return intake;
    },
    ready: createReadiness(context),
    inspectJournal: () => inspectJournal(context),
    adoptJournal: (request) => adoptJournal(context, request),
    inspectWallet: (name, family) => inspectWallet(context, name, family),
    unfreezeWallet: (request) => unfreezeWallet(context, request),
    lockLost,
    close: () => closeAll(closers),
  };
}
