import { Counter, Gauge, Registry } from 'prom-client';
import { swapStates } from '../core/swap.ts';
import type { Journal } from '../ports/journal.ts';
import type { Metrics } from '../ports/metrics.ts';
import { watchEndpoints } from './watch-endpoints.ts';

/** Metrics for Prometheus; the number of swaps by state is read from the journal when they are asked for. */
export function createMetrics(journal: Pick<Journal, 'countByState'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const swaps = new Gauge({ name: 'ferryman_swaps', help: 'Swaps by state.', labelNames: ['state'], registers });
  const journalUp = new Gauge({ name: 'ferryman_journal_up', help: '1 if the journal answers.', registers });
  const attempts = new Counter({
    name: 'ferryman_attempts_sent_total',
    help: 'Signed transactions handed to a chain endpoint, by what it answered.',
    labelNames: ['chain', 'outcome'],
    registers,
  });
  const routerCalls = new Counter({
    name: 'ferryman_router_calls_total',
    help: 'Calls to the routing service: ok, or the code of the error.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const rpcErrors = new Counter({
    name: 'ferryman_rpc_errors_total',
    help: 'Calls to chain endpoints that failed, by the code of the error.',
    labelNames: ['chain', 'code'],
    registers,
  });

  const endpoints = watchEndpoints(registry);

  async function readSwaps(): Promise<void> {
    try {
      const counts = await journal.countByState();
      for (const state of swapStates) swaps.set({ state }, counts.get(state) ?? 0);
      journalUp.set(1);
    } catch {
      // Numbers of before would look like numbers of now.
      swaps.reset();
      journalUp.set(0);
    }
  }

  return {
    attemptSent: (chain, outcome) => attempts.inc({ chain, outcome }),
    routerCalled: (endpoint, outcome) => routerCalls.inc({ endpoint, outcome }),
    rpcFailed: (chain, code) => rpcErrors.inc({ chain, code }),
    watchEndpoints: endpoints.watch,
    async expose() {
      await readSwaps();
      endpoints.read();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
