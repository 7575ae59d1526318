import { Counter, Gauge, Registry } from 'prom-client';
import { swapStates } from '../core/swap/swap.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { RouterCall, RouterHealth } from '../ports/router-health.ts';
import type { HealthStore } from '../ports/stores/health-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import { noWork, type WorkCounts } from '../ports/work-counts.ts';
import { watchEndpoints } from './watch-endpoints.ts';
import { watchHealth } from './watch-health.ts';
import { watchWork } from './watch-work.ts';

/**
 * Metrics for Prometheus. The journal is read at each scrape.
 * @param router absent: of the routing service only the outcomes of calls are counted
 * @param work absent: nothing is counted
 * @param registry absent: a new one
 */
export function createMetrics(
  journal: Pick<SwapStore, 'countByState'> & Pick<HealthStore, 'health'>,
  router?: Pick<RouterHealth, 'read'>,
  work: WorkCounts = noWork(),
  registry: Registry = new Registry(),
): Metrics {
  const registers = [registry];
  const swaps = new Gauge({
    name: 'ferryman_swaps',
    help: 'Swaps by state.',
    labelNames: ['state'],
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
  const rpcErrors = new Counter({
    name: 'ferryman_rpc_errors_total',
    help: 'Requests that failed with all endpoints of a chain, by the code of the error.',
    labelNames: ['chain', 'code'],
    registers,
  });

  const endpoints = watchEndpoints(registry);
  const health = watchHealth(registry);
  watchWork(registry, work);

  async function readJournal(): Promise<RouterCall | undefined> {
    try {
      const counts = await journal.countByState();
      for (const state of swapStates) swaps.set({ state }, counts.get(state) ?? 0);
      const read = await journal.health();
      health.show(read);
      journalUp.set(1);
      return read.router;
    } catch {
      // Stale numbers would look current.
      swaps.reset();
      health.forget();
      journalUp.set(0);
      return undefined;
    }
  }

  return {
    attemptSent: (chain, outcome) => attempts.inc({ chain, outcome }),
    routerCalled: (endpoint, outcome) => routerCalls.inc({ endpoint, outcome }),
    rpcFailed: (chain, code) => rpcErrors.inc({ chain, code }),
    watchEndpoints: endpoints.watch,
    async expose() {
      const known = await readJournal();
      if (router) health.showRouter(await router.read(known));
      endpoints.read();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
