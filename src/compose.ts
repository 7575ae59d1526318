import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { blackoutStandings } from './core/blackouts/blackout.ts';
import type { Family } from './core/swap/chains.ts';
import { processRoles, workerRoles } from './core/swap/roles.ts';
import { createOutageLog, type OutageLog } from './errors/outage-log.ts';
import { acknowledge } from './executor/acknowledge.ts';
import { adoptJournal, inspectJournal } from './executor/adopt-journal.ts';

import { authorizeIntake } from './executor/authorize-intake.ts';
import { awaitEnd } from './executor/await-end.ts';
import { createBatches } from './executor/batching/batches.ts';
import { createBulkAction } from './executor/bulk/create-bulk-action.ts';
import { previewBulkAction } from './executor/bulk/preview-bulk-action.ts';
import { cancel } from './executor/cancel.ts';
import { closeAll } from './executor/close-all.ts';
import type { ExecutorContext } from './executor/context.ts';
import { decideApproval, revokeApproval } from './executor/decide-approval.ts';
import { createEventFeed } from './executor/feed/create-event-feed.ts';
import { gasLimitsOf } from './executor/gas-limits.ts';
import { closeBehindGate } from './executor/gate/close-behind-gate.ts';
import { requireProvenNetwork } from './executor/gate/gate-signer.ts';
import { holdInBlackouts } from './executor/gate/hold-in-blackouts.ts';
import { readRegisteredWallets, readWallets } from './executor/gate/read-wallets.ts';
import { createHeartbeat } from './executor/heartbeat.ts';
import { inspectSwap } from './executor/inspect-swap.ts';
import { createKeyedMutex } from './executor/keyed-mutex.ts';
import { oneAtATime } from './executor/one-at-a-time.ts';
import { previewRetry } from './executor/preview/preview-retry.ts';
import { previewSwap, quoteJob } from './executor/preview/preview-swap.ts';
import { readCaps } from './executor/read-caps.ts';
import { createReadiness } from './executor/readiness.ts';
import { registerWallets } from './executor/register-wallets.ts';
import { requireOneNameEach } from './executor/require-one-name-each.ts';
import { requireOwnJournal } from './executor/require-own-journal.ts';
import { resolve } from './executor/resolve.ts';
import { type Retention, retentionIn } from './executor/retention/retention.ts';
import { runRetention } from './executor/retention/run-retention.ts';
import { startRetention } from './executor/retention/start-retention.ts';
import { createRetiring } from './executor/retiring.ts';
import { retry } from './executor/retry.ts';
import { announceReleases, createSignals } from './executor/signals.ts';
import { startWorkers, type WorkerOptions } from './executor/start-workers.ts';
import { submit } from './executor/submit.ts';
import { createTokens } from './executor/tokens.ts';
import { traceAct, traceIntake, traceSubmit } from './executor/trace-acts.ts';
import { inspectWallet, unfreezeWallet } from './executor/unfreeze-wallet.ts';
import { verifyJournalAtStart } from './executor/verify-journal.ts';
import { readBatch, voteOnBatch } from './executor/vote-on-batch.ts';
import { readVotes, voteOnPayment } from './executor/vote-on-payment.ts';
import { createWalletList } from './executor/wallet-list.ts';
import { warnOfIdleNames } from './executor/warn-of-idle-names.ts';
import { warnOfShortHolds } from './executor/warn-of-short-holds.ts';
import type { Ferryman } from './ferryman.ts';
import type { FerrymanOptions, RouterOptions } from './ferryman-options.ts';
import { createGuard } from './guard/create-guard.ts';
import { closedPolicy } from './guard/policy/read-guard-policy.ts';
import { createPublicHttp } from './http/create-public-http.ts';
import { createRouterTransport } from './http/create-router-transport.ts';
import { createWebhookSender } from './http/create-webhook-sender.ts';
import { lockFolder } from './journal/lock-folder.ts';
import { openJournal } from './journal/open-journal.ts';
import { requireRestored } from './journal/restore-fence.ts';
import { type KeySource, openKeySource } from './key-source.ts';
import { createJobSeals } from './keys/create-job-seals.ts';
import { createPasskeys } from './keys/create-passkeys.ts';
import { createSecretSealer } from './keys/create-secret-sealer.ts';
import { findAccount } from './keys/find-account.ts';
import { openChains } from './open-chains.ts';
import { machineClock } from './ports/clock.ts';
import type { HttpCall } from './ports/http.ts';
import type { Journal } from './ports/journal.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Router } from './ports/router.ts';
import type { SecretSealer } from './ports/secret-sealer.ts';
import type { Tracing } from './ports/tracing.ts';
import type { WebhookPolicy } from './ports/webhook-sender.ts';
import { noWork, type WorkCounts } from './ports/work-counts.ts';
import { createPrices } from './prices/create-prices.ts';
import type { RedisLocation } from './queue/connect-redis.ts';
import { createBullQueue } from './queue/create-bull-queue.ts';
import { createCallBudget } from './queue/create-call-budget.ts';
import { serveOwnCalls } from './queue/serve-own-calls.ts';
import { startEmbeddedRedis } from './queue/start-embedded-redis.ts';
import { startIntake } from './queue/start-intake.ts';
import { createRouterClient } from './router/create-router-client.ts';
import { createRouterHealth } from './router/create-router-health.ts';
import { reportRouter } from './router/report-router.ts';
import { countJobs, countSnapshots } from './telemetry/count-work.ts';
import { createMetrics } from './telemetry/create-metrics.ts';
import { measureChain } from './telemetry/measure-chain.ts';
import { measureRouter } from './telemetry/measure-router.ts';
import { measureSigningLog } from './telemetry/measure-signing-log.ts';
import { measureWebhooks } from './telemetry/measure-webhooks.ts';
import {
  traceChain,
  traceGuard,
  traceHttp,
  traceRouter,
  traceSigning,
} from './telemetry/tracing/trace-parts.ts';
import { keepBooks } from './treasury/books/keep-books.ts';
import { createTreasury } from './treasury/create-treasury.ts';
import type { TreasuryOptions } from './treasury/treasury-context.ts';

type Watch = { outages: OutageLog; work: WorkCounts };
type Listings = Pick<ReturnType<typeof createRouterClient>, 'chains' | 'providers'>;

const defaultWorkers: WorkerOptions = { roles: workerRoles, concurrency: 16, sweepInterval: 500 };

/** The parts of a Ferryman: the wired adapters, and what to close after them. */
export interface OpenContext {
  context: ExecutorContext<Journal>;
  metrics: Metrics;
  redis: RedisLocation;
  sealer: SecretSealer;
  dataFolder: string;
  retention: Retention;
  treasury: TreasuryOptions;
  /** Where webhooks may go. */
  webhookPolicy: WebhookPolicy;
  lockLost: AbortSignal;
  /** In the order of opening. They are closed in reverse order. */
  closers: (() => Promise<void>)[];
}

/** A Ferryman with its own journal, queue and chains. Throws what `openContext` throws. */
export async function compose(options: FerrymanOptions): Promise<Ferryman> {
  return createFerryman(await openContext(options));
}

/**
 * Wires the adapters together; no other place does. If a part fails to open, closes the others.
 * Throws `CONFIG_INVALID` if two chains are one network. If it signs, throws
 * `JOURNAL_FOREIGN` if the keys have signed for another journal.
 */
export async function openContext(options: FerrymanOptions): Promise<OpenContext> {
  requireOneNameEach(options.chains.map(({ chain }) => chain));
  const closers: OpenContext['closers'] = [];
  try {
    const outages = createOutageLog(options.logger);
    const tracing = await startTracing(options, outages, closers);
    const work = noWork();
    const { journal, queue, redis, lockLost } = await openStores(
      options,
      { outages, work },
      closers,
    );
    const keys = openKeySource(options, closers);
    await registerWallets(journal, await keys.wallets());
    const { guardPolicy = closedPolicy, policy } = options;
    await warnOfIdleNames(journal, guardPolicy, options.logger);
    warnOfShortHolds(guardPolicy, policy.approvalWithin, options.logger);
    options.signal?.throwIfAborted();
    const routerHealth = createRouterHealth({ ...options.router, now: machineClock.now });
    const metrics = createMetrics(journal, {
      router: routerHealth,
      work,
      parts: { queue, signingLog: keys.signingLog, outages },
      gasLimits: () => gasLimitsOf(options.chains),
      cachedFor: 1_000,
    });
    const signingLog = measureSigningLog(keys.signingLog, metrics);
    const measured = measureWebhooks(journal, metrics);
    const router = measureRouter(openRouter(options, keys, redis, { outages, tracing }, closers), {
      routerCalled(endpoint, outcome, seconds) {
        metrics.routerCalled(endpoint, outcome, seconds);
        reportRouter(routerHealth, outcome, outages);
      },
    });
    const priceHttp = createPublicHttp();
    closers.push(() => priceHttp.close());
    const context = await createContext(
      options,
      {
        journal: tracing ? traceSigning(measured, tracing) : measured,
        queue,
        router: tracing ? traceRouter(router, tracing) : router,
        routerHealth,
        signingLog,
        outages,
        ...(tracing ? { tracing } : {}),
      },
      { metrics, work, priceHttp, keys },
    );
    options.signal?.throwIfAborted();
    if (keys.signs) await verifyJournalAtStart(context);
    options.signal?.throwIfAborted();
    options.onStep?.('keystores, chains and routing service are set up');
    return {
      context,
      metrics,
      redis,
      sealer: createSecretSealer(options),
      dataFolder: options.dataFolder,
      retention: retentionIn(options.dataFolder, options.retention),
      treasury: options.treasury ?? {},
      webhookPolicy: options.webhooks ?? {},
      lockLost,
      closers,
    };
  } catch (cause) {
    await closeAll(closers);
    throw cause;
  }
}

/** Loads the libraries of tracing only where something is traced. */
async function startTracing(
  { tracing }: FerrymanOptions,
  outages: OutageLog,
  closers: OpenContext['closers'],
): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { openTracing } = await import('./telemetry/tracing/open-tracing.ts');
  const opened = openTracing({ ...tracing, outages });
  closers.push(() => opened.close());
  return opened;
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
  if (databaseUrl === undefined) await requireRestored(dataFolder);
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
  { router, logger }: FerrymanOptions,
  keys: KeySource,
  redis: RedisLocation,
  { outages, tracing }: { outages: OutageLog; tracing: Tracing | undefined },
  closers: OpenContext['closers'],
): Router {
  const { callsPerMinute, allowPrivateAddresses, pins, pinMode, ...settings } = router;
  const publicKeyOf = async (address: string, family: Family) =>
    findAccount(await keys.wallets(), { family, address })?.publicKey;
  const transport = createRouterTransport({
    ...router,
    onOtherKey: (seen) =>
      logger.error(
        { ...seen, pinMode },
        'the routing service presents a key that is not pinned: compare it with the one it publishes',
      ),
  });
  closers.push(() => transport.close());
  const fetch = tracing
    ? traceHttp(transport, tracing, { 'ferryman.service': 'router' })
    : transport;
  const client = { ...settings, logger, publicKeyOf, fetch };
  if (callsPerMinute === undefined) return createRouterClient(client);
  const { baseUrl: url, apiKey } = client;
  const service = { url, ...(apiKey === undefined ? {} : { apiKey }) };
  const budget = createCallBudget({ redis, service, callsPerMinute, outages });
  closers.push(() => budget.close());
  return createRouterClient({ ...client, budget });
}

/**
 * The routing service's lists of chains and providers. A person's request is outside the call
 * budget.
 */
export function openListings({ callsPerMinute: _uncounted, ...client }: RouterOptions): Listings {
  return createRouterClient(client);
}

interface Opened {
  metrics: Metrics;
  work: WorkCounts;
  priceHttp: HttpCall;
  keys: KeySource;
}

async function createContext(
  options: FerrymanOptions,
  parts: Pick<
    ExecutorContext<Journal>,
    'journal' | 'queue' | 'router' | 'routerHealth' | 'signingLog' | 'outages' | 'tracing'
  >,
  { metrics, work, priceHttp, keys }: Opened,
): Promise<ExecutorContext<Journal>> {
  const {
    policy,
    guardPolicy = closedPolicy,
    logger,
    checkpoint = async () => undefined,
  } = options;
  const { tracing } = parts;
  const clock = machineClock;
  const calendar = options.treasury?.clock;
  const clocks = { clock, ...(calendar ? { calendar } : {}) };
  const signals = createSignals();
  const { wallets, signs } = keys;
  const opened = await openChains(options, {
    ...{ clock, work, tracing, wallets, signs },
    gatedWallets: (adapter) =>
      signs ? readWallets(adapter, wallets) : readRegisteredWallets(adapter, parts.journal),
  });
  const { gate } = opened;
  const chains = new Map(
    Array.from(opened.chains, ([name, adapter]) => {
      const measured = measureChain(adapter, metrics, parts.outages);
      return [name, tracing ? traceChain(measured, tracing) : measured];
    }),
  );
  const guard = createGuard({ policy: guardPolicy });
  const jobSeals = createJobSeals(options);
  const passkeys = createPasskeys(options);
  const prices = createPrices({ settings: guardPolicy.prices, chains, fetch: priceHttp, clock });
  return {
    ...parts,
    keystoreWallets: wallets,
    chains,
    guard: tracing ? traceGuard(guard, tracing) : guard,
    gate,
    jobSeals,
    passkeys,
    prices,
    signer: requireProvenNetwork(
      await keys.openSigner({
        ...{ guard, policy, jobSeals, passkeys, chains, prices, logger, ...clocks },
        signingLog: parts.signingLog,
      }),
      gate,
    ),
    tokens: createTokens(parts.journal),
    walletList: createWalletList(parts.journal, clock),
    additionalProviders: options.router.additionalProviders ?? [],
    policy,
    ...clocks,
    logger,
    holder: `${process.pid}-${randomUUID()}`,
    checkpoint,
    mutex: createKeyedMutex(),
    journal: announceReleases(parts.journal, signals),
    signals,
    batches: createBatches(),
  };
}

/** Binds the use cases to an opened context. */
export function createFerryman({
  context,
  metrics,
  redis,
  sealer,
  dataFolder,
  retention,
  treasury: treasuryOptions,
  webhookPolicy,
  lockLost,
  closers,
}: OpenContext): Ferryman {
  const { journal, logger, outages, tracing } = context;
  // What executes and what previews; reading a swap for a person asks no endpoint.
  const open = holdInBlackouts(journal, context);
  const gated = { ...context, journal: closeBehindGate(open, context.gate) };
  const heartbeat = createHeartbeat(context);
  closers.push(() => heartbeat.leave(processRoles));
  const ready = createRetiring(createReadiness(context), context.clock);
  const sendWebhook = createWebhookSender(webhookPolicy);
  closers.push(() => sendWebhook.close());
  const { payloadsAfterDays, deliveriesAfterDays } = retention;
  const hasRetention = payloadsAfterDays !== undefined || deliveriesAfterDays !== undefined;
  const submitTraced: Ferryman['submit'] = (request) =>
    traceSubmit(tracing, () => submit(context, request));
  const { rules, books, ceilings = [] } = treasuryOptions;
  const preview: Ferryman['preview'] = (request) => previewSwap(gated, request);
  const treasury = createTreasury(
    // A rule does nothing in a blackout, as it does nothing under a stop.
    {
      ...gated,
      ...{ sealer, submit: submitTraced },
      quote: (request) => quoteJob(context, request),
      preview,
      stops: journal,
    },
    {
      ruleFolder: rules,
      ceilings,
      books: {
        when: books === undefined ? 'with-rules' : books ? 'always' : 'never',
        every: 60_000,
        keep: () => keepBooks(context, { ceilings }),
      },
    },
  );
  const feed = createEventFeed({ journal, outages });
  closers.push(() => feed.close());
  return {
    journal,
    metrics,
    clock: context.clock,
    additionalProviders: context.additionalProviders,
    chains: Array.from(context.chains.values(), ({ chain }) => chain),
    caps: () => readCaps(context),
    blackouts: () => blackoutStandings(context.guard.blackouts, context.clock.now()),
    endpointsOf: (chain) => context.chains.get(chain)?.endpoints() ?? [],
    ...(tracing ? { tracing } : {}),
    submit: submitTraced,
    preview,
    previewRetry: (id) => previewRetry(gated, id),
    quote: (request) => quoteJob(context, request),
    cancel: (id) => traceAct(tracing, 'cancel', id, () => cancel(context, id)),
    inspectSwap: (id) => inspectSwap(context, id),
    decideApproval: (decision) => decideApproval(context, decision),
    revokeApproval: (revocation) => revokeApproval(context, revocation),
    voteOnPayment: (vote) => voteOnPayment(context, vote),
    readVotes: (id) => readVotes(context, id),
    readBatch: (name) => readBatch(context, name),
    voteOnBatch: (vote) => voteOnBatch(context, vote),
    retry: (id, asking) => traceAct(tracing, 'retry', id, () => retry(context, id, asking)),
    acknowledge: (id, note) =>
      traceAct(tracing, 'acknowledge', id, () => acknowledge(context, id, note)),
    resolve: (id, request) => traceAct(tracing, 'resolve', id, () => resolve(context, id, request)),
    ...treasury.useCases,
    createBulkAction: (draft) => createBulkAction(context, draft),
    previewBulkAction: (request) => previewBulkAction(context, request),
    awaitEnd: (id, options) => awaitEnd(journal, id, options),
    feed,
    async startWorkers(options) {
      const chosen = { ...defaultWorkers, ...options };
      const workers = await startWorkers(gated, chosen, { send: sendWebhook, sealer });
      const stopRetention =
        hasRetention && chosen.roles.includes('recover')
          ? startRetention(context, retention)
          : undefined;
      const stopTreasury = chosen.roles.includes('treasury') ? await treasury.start() : undefined;
      heartbeat.join(chosen.roles);
      const stop = async (): Promise<void> => {
        await Promise.all([
          workers.stop(),
          stopRetention?.(),
          stopTreasury?.(),
          heartbeat.leave(chosen.roles),
        ]);
      };
      closers.push(stop);
      return { stop };
    },
    sealer,
    webhookPolicy,
    async openIntake() {
      await sealer.verify();
      // Before the first job: what executes jobs finds the key in the data folder.
      await context.jobSeals.sealer();
      const intake = startIntake({
        redis,
        logger,
        outages,
        authorize: (signed) => authorizeIntake({ journal, sealer }, signed, context.clock.now()),
        submit: (request) => traceIntake(tracing, () => submit(context, request)),
      });
      heartbeat.join(['api']);
      closers.push(() => intake.close());
      return intake;
    },
    ...ready,
    inspectJournal: () => inspectJournal(context),
    adoptJournal: (request) => adoptJournal(context, request),
    requireOwnJournal: () => requireOwnJournal(context),
    inspectWallet: (name, family) => inspectWallet(context, name, family),
    unfreezeWallet: (request) => unfreezeWallet(context, request),
    retention,
    runRetention: (retention) => runRetention(context, retention),
    async keepBooks(options) {
      await keepBooks(context, { ceilings, ...options });
    },
    backUp: oneAtATime(() => journal.backUp(join(dataFolder, 'backups'), context.clock.now())),
    lockLost,
    close() {
      ready.retire();
      return closeAll(closers);
    },
  };
}
