import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { fundsStates, swapStates } from '../core/swap/swap.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { RouterCall, RouterHealth } from '../ports/router-health.ts';
import type { GasLimit, HealthStore } from '../ports/stores/health-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import { noWork, type WorkCounts } from '../ports/work-counts.ts';
import { cached, hundredfold } from './cached.ts';
import { watchEndpoints } from './watch-endpoints.ts';
import { watchHealth } from './watch-health.ts';
import { type WatchedParts, watchParts } from './watch-parts.ts';
import { watchProcess } from './watch-process.ts';
import { watchRequests } from './watch-requests.ts';
import { watchTimes } from './watch-times.ts';
import { watchWebhooks } from './watch-webhooks.ts';
import { watchWork } from './watch-work.ts';

export type MetricsJournal = Pick<SwapStore, 'countByState'> &
  Pick<HealthStore, 'health' | 'lowGas' | 'backlog' | 'countByFunds'>;

export interface MetricsOptions {
  /** Absent: of the routing service only the outcomes of calls are counted. */
  router?: Pick<RouterHealth, 'read'>;
  /** Absent: nothing is counted. */
  work?: WorkCounts;
  /** Absent: a new one. */
  registry?: Registry;
  /** Absent: nothing is shown of them. */
  parts?: WatchedParts;
  /** Accounts below them count as low on gas. Default: none. */
  gasLimits?: () => readonly GasLimit[];
  /** Milliseconds for which one reading answers all scrapes. Default: 0. */
  cachedFor?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Metrics for Prometheus. The journal is read at each scrape. */
export function createMetrics(journal: MetricsJournal, options: MetricsOptions = {}): Metrics {
  const { router, work = noWork(), registry = new Registry(), parts } = options;
  const { gasLimits = () => [], cachedFor = 0, now = Date.now } = options;
  const registers = [registry];
  const swaps = new Gauge({
    name: 'ferryman_swaps',
    help: 'Swaps by state. A journal with many swaps is counted less often than it is scraped.',
    labelNames: ['state'],
    registers,
  });
  const funds = new Gauge({
    name: 'ferryman_swaps_by_funds',
    help: 'Swaps that have not ended, and failed ones with unknown funds, by where their money is.',
    labelNames: ['funds'],
    registers,
  });
  const journalUp = new Gauge({
    name: 'ferryman_journal_up',
    help: '1 if the journal responds.',
    registers,
  });
  const attempts = new Counter({
    name: 'ferryman_attempts_sent_total',
    help: 'Signed transactions sent to a chain endpoint, by its response.',
    labelNames: ['chain', 'outcome'],
    registers,
  });
  const routerCalls = new Counter({
    name: 'ferryman_router_calls_total',
    help: 'Calls to the routing service, by outcome: ok, or the code of the error.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const routerSeconds = new Histogram({
    name: 'ferryman_router_call_seconds',
    help: 'Time of a call to the routing service.',
    labelNames: ['endpoint'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const rpcErrors = new Counter({
    name: 'ferryman_rpc_errors_total',
    help: 'Requests that failed with all endpoints of a chain, by the code of the error.',
    labelNames: ['chain', 'code'],
    registers,
  });

  const endpoints = watchEndpoints(registry);
  const health = watchHealth(registry);
  const webhooks = watchWebhooks(registry);
  const watched = watchParts(registry, now);
  watchWork(registry, work);
  watchTimes(registry, work);
  watchProcess(registry);
  const countSwaps = cached(
    () => Promise.all([journal.countByState(), journal.countByFunds()]),
    hundredfold,
  );

  async function readJournal(): Promise<RouterCall | undefined> {
    try {
      const [byState, byFunds] = await countSwaps();
      const read = await journal.health();
      health.show(read);
      health.showGas(await journal.lowGas(gasLimits()));
      const backlog = await journal.backlog();
      health.showLag(backlog.scheduleLag);
      webhooks.show(backlog);
      for (const state of swapStates) swaps.set({ state }, byState.get(state) ?? 0);
      for (const one of fundsStates) funds.set({ funds: one }, byFunds.get(one) ?? 0);
      journalUp.set(1);
      return read.router;
    } catch {
      // Stale numbers would look current.
      for (const gauge of [swaps, funds]) gauge.reset();
      health.forget();
      webhooks.forget();
      journalUp.set(0);
      return undefined;
    }
  }

  async function expose(): ReturnType<Metrics['expose']> {
    const [known] = await Promise.all([readJournal(), parts && watched.read(parts)]);
    if (router) health.showRouter(await router.read(known));
    endpoints.read();
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  return {
    attemptSent: (chain, outcome) => attempts.inc({ chain, outcome }),
    routerCalled(endpoint, outcome, seconds) {
      routerCalls.inc({ endpoint, outcome });
      routerSeconds.observe({ endpoint }, seconds);
    },
    rpcFailed: (chain, code) => rpcErrors.inc({ chain, code }),
    watchEndpoints: endpoints.watch,
    signingLogged: watched.signingLogged,
    webhookAttempted: webhooks.attempted,
    ...watchRequests(registry),
    // Longer than the counts, so that the rest is shown without them.
    expose: cached(expose, () => cachedFor, undefined, { patience: 8_000, longest: 8_000 }),
  };
}
