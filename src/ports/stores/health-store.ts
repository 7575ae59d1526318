import type { ChainName, Family } from '../../core/swap/chains.ts';
import type { ProcessRole } from '../../core/swap/roles.ts';
import type { SwapState } from '../../core/swap/swap.ts';
import type { RouterCall } from '../router-health.ts';
import type { SwitchChange } from './stop-store.ts';

/** Live processes, and what operators need to know about the journal's swaps. */
export interface HealthStore {
  /** A sign of life of this process: it counts as live for `ttl` milliseconds of database time. */
  beat(beat: Heartbeat): Promise<void>;
  /** The process is no longer live. */
  endBeats(instance: string): Promise<void>;
  /** Forgets processes that died long ago. */
  pruneBeats(): Promise<void>;
  /** Whether the journal answers: throws where it does not. */
  ping(): Promise<void>;
  /** Reads only, by indexes: it costs the same however many swaps there are. */
  health(): Promise<Health>;
}

export interface Heartbeat {
  /** Names the process; unique. */
  instance: string;
  roles: readonly ProcessRole[];
  /** Milliseconds. */
  ttl: number;
  /** The newest call of this process to the routing service. */
  router?: RouterCall;
}

export interface Health {
  /** Live processes by role; every role has an entry. */
  workers: Readonly<Record<ProcessRole, number>>;
  /** The newest call to the routing service of all live processes. */
  router?: RouterCall;
  /** Those in which swaps wait or hold slots. */
  lanes: readonly LaneHealth[];
  stops: readonly ActiveStop[];
  frozenWallets: readonly { name: string; family: Family }[];
  /**
   * The age of the oldest swap in milliseconds, by state that is no end. States without a swap have
   * no entry.
   */
  oldestSwaps: ReadonlyMap<SwapState, number>;
}

export interface LaneHealth {
  wallet: string;
  chain: ChainName;
  slots: number;
  used: number;
  waiting: number;
  /** Milliseconds for which the oldest has waited; 0 where none waits. */
  oldest: number;
}

export interface ActiveStop {
  scope: SwitchChange['scope'];
  /** Empty for `all`. */
  subject: string;
  /** Milliseconds since the epoch. */
  since: number;
}
