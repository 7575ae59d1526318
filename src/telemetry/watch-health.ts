import { Gauge, type Registry } from 'prom-client';
import { processRoles } from '../core/roles.ts';
import { isEnd, swapStates } from '../core/swap.ts';
import type { Health } from '../ports/health-journal.ts';
import { judgeRouter, type RouterCall } from '../ports/router-health.ts';

const scopes = ['all', 'chain', 'provider', 'wallet'] as const;

/**
 * Gauges of live workers, stops, frozen wallets, the router and the age of swaps, as read at each
 * scrape.
 */
export function watchHealth(registry: Registry) {
  const registers = [registry];
  const workers = new Gauge({
    name: 'ferryman_workers',
    help: 'Live processes by role; a process with several roles counts in each.',
    labelNames: ['role'],
    registers,
  });
  const oldest = new Gauge({
    name: 'ferryman_oldest_swap_age_seconds',
    help: 'Age of the oldest swap in each state that is no end; 0 where there is none.',
    labelNames: ['state'],
    registers,
  });
  const stops = new Gauge({
    name: 'ferryman_stops',
    help: 'Active stops of signing, by scope.',
    labelNames: ['scope'],
    registers,
  });
  const frozen = new Gauge({
    name: 'ferryman_frozen_wallets',
    help: 'Wallets with which nothing is signed.',
    registers,
  });
  const routerUp = new Gauge({
    name: 'ferryman_router_up',
    help: '1 if the routing service answered the newest call, 0 if not.',
    registers,
  });
  // Without labels a gauge shows 0 before it is set: unknown is not down.
  routerUp.remove();

  return {
    show(health: Health): void {
      for (const role of processRoles) workers.set({ role }, health.workers[role]);
      for (const state of swapStates) {
        if (!isEnd(state)) oldest.set({ state }, Math.round(health.oldestSwaps.get(state) ?? 0) / 1_000);
      }
      for (const scope of scopes) stops.set({ scope }, health.stops.filter((stop) => stop.scope === scope).length);
      frozen.set(health.frozenWallets.length);
    },
    showRouter: ({ outcome }: RouterCall): void => routerUp.set(judgeRouter(outcome) === 'down' ? 0 : 1),
    /** Old numbers would look like current ones. */
    forget(): void {
      for (const gauge of [workers, oldest, stops]) gauge.reset();
      frozen.remove();
    },
  };
}
