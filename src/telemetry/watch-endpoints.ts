import { Gauge, type Registry } from 'prom-client';
import type { ChainName } from '../core/swap/chains.ts';
import type { Metrics } from '../ports/metrics.ts';

type States = Parameters<Metrics['watchEndpoints']>[1];

/**
 * Gauges of chain endpoints by host: which one is in use, how many blocks each is behind, and the
 * error of those that are not used for a while.
 */
export function watchEndpoints(registry: Registry): {
  watch: Metrics['watchEndpoints'];
  read(): void;
} {
  const registers = [registry];
  const used = new Gauge({
    name: 'ferryman_rpc_endpoint_used',
    help: '1 for the endpoint that the next request goes to.',
    labelNames: ['chain', 'host'],
    registers,
  });
  const lag = new Gauge({
    name: 'ferryman_rpc_endpoint_lag_blocks',
    help: 'Blocks by which an endpoint is behind the best of its chain. A huge number: one of them reports a wrong height.',
    labelNames: ['chain', 'host'],
    registers,
  });
  const failing = new Gauge({
    name: 'ferryman_rpc_endpoint_failing',
    help: '1 for an endpoint that failed and is not used for a while, by the code of the error.',
    labelNames: ['chain', 'host', 'code'],
    registers,
  });
  const watched = new Map<ChainName, States>();

  return {
    watch: (chain, states) => void watched.set(chain, states),
    read() {
      for (const gauge of [used, lag, failing]) gauge.reset();
      for (const [chain, states] of watched) {
        for (const state of states()) {
          const { host, error: code } = state;
          // Two URLs of one host count as one endpoint.
          used.inc({ chain, host }, state.used ? 1 : 0);
          lag.set({ chain, host }, Number(state.lag));
          if (code !== undefined) failing.set({ chain, host, code }, 1);
        }
      }
    },
  };
}
