import { Gauge, type Registry } from 'prom-client';
import { processRoles } from '../core/swap/roles.ts';
import { isEnd, swapStates } from '../core/swap/swap.ts';
import { judgeRouter, type RouterCall } from '../ports/router-health.ts';
import type { Health, LowGas } from '../ports/stores/health-store.ts';
import { stopScopes } from '../ports/stores/stop-store.ts';

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
    help: 'Age of the oldest swap in each state that is not terminal; 0 if there is none.',
    labelNames: ['state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'ferryman_lane_waiting_swaps',
    help: 'Swaps that wait for a slot of the lane of a wallet account on a chain.',
    labelNames: ['wallet', 'chain'],
    registers,
  });
  const slots = new Gauge({
    name: 'ferryman_lane_slots',
    help: 'Slots of each lane that has swaps; use is used or free.',
    labelNames: ['wallet', 'chain', 'use'],
    registers,
  });
  const oldestWaiting = new Gauge({
    name: 'ferryman_lane_oldest_wait_seconds',
    help: 'How long the oldest swap of each lane has waited.',
    labelNames: ['wallet', 'chain'],
    registers,
  });
  const stops = new Gauge({
    name: 'ferryman_stops',
    help: 'Active stops of signing, by scope.',
    labelNames: ['scope'],
    registers,
  });
  const automatic = new Gauge({
    name: 'ferryman_providers_stopped',
    help: 'Providers that Ferryman stopped because their swaps brought less than they promised.',
    registers,
  });
  const frozen = new Gauge({
    name: 'ferryman_frozen_wallets',
    help: 'Frozen wallets: Ferryman signs nothing with them.',
    registers,
  });
  const lowGas = new Gauge({
    name: 'ferryman_low_gas_accounts',
    help: "Accounts with less of the native coin than the chain's `lowGas`, as last read to sign. No sample: none on that chain.",
    labelNames: ['chain'],
    registers,
  });
  const lag = new Gauge({
    name: 'ferryman_schedule_lag_seconds',
    help: 'How long the oldest overdue swap has waited for a worker.',
    registers,
  });
  const routerUp = new Gauge({
    name: 'ferryman_router_up',
    help: '0 while the routing service does not respond, or refuses the key; otherwise 1.',
    registers,
  });
  // A gauge without labels shows 0 before it is set, but unknown is not down.
  routerUp.remove();

  return {
    show(health: Health): void {
      for (const role of processRoles) workers.set({ role }, health.workers[role]);
      for (const state of swapStates) {
        if (!isEnd(state))
          oldest.set({ state }, Math.round(health.oldestSwaps.get(state) ?? 0) / 1_000);
      }
      for (const scope of stopScopes)
        stops.set({ scope }, health.stops.filter((stop) => stop.scope === scope).length);
      automatic.set(health.stops.filter(({ isAutomatic }) => isAutomatic).length);
      frozen.set(health.frozenWallets.length);
      for (const gauge of [waiting, slots, oldestWaiting]) gauge.reset();
      for (const { wallet, chain, ...lane } of health.lanes) {
        waiting.set({ wallet, chain }, lane.waiting);
        slots.set({ wallet, chain, use: 'used' }, lane.used);
        slots.set({ wallet, chain, use: 'free' }, Math.max(0, lane.slots - lane.used));
        oldestWaiting.set({ wallet, chain }, Math.round(lane.oldest) / 1_000);
      }
    },
    showGas(accounts: readonly LowGas[]): void {
      lowGas.reset();
      for (const { chain } of accounts) lowGas.inc({ chain });
    },
    showLag: (milliseconds: number): void => lag.set(Math.round(milliseconds) / 1_000),
    showRouter: ({ outcome }: RouterCall): void =>
      routerUp.set(judgeRouter(outcome) === 'down' ? 0 : 1),
    /** Stale numbers would look current. */
    forget(): void {
      for (const gauge of [workers, oldest, stops, waiting, slots, oldestWaiting, lowGas])
        gauge.reset();
      automatic.remove();
      frozen.remove();
      lag.remove();
    },
  };
}
