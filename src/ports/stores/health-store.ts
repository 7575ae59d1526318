import type { ChainName, Family, TokenAddress } from '../../core/swap/chains.ts';
import type { ProcessRole } from '../../core/swap/roles.ts';
import type { FundsState, SwapState } from '../../core/swap/swap.ts';
import type { RouterCall } from '../router-health.ts';
import type { SwitchChange } from './stop-store.ts';

/** What the treasury's worker may have to do. */
export interface TreasuryNews {
  /** When a rule last changed. Absent: there is none. */
  rulesChangedAt?: number;
  /** A swap has ended that is not booked. */
  hasUnbooked?: true;
}

/** Live processes, and what operators need to know about the journal's swaps. */
export interface HealthStore {
  /**
   * A heartbeat of this process: it counts as live for `ttl` milliseconds of database time. Tells
   * whether a webhook is enabled, and what there is for the treasury, so that no other statement has
   * to ask.
   */
  beat(beat: Heartbeat): Promise<{ hasWebhooks: boolean } & TreasuryNews>;
  /** Ends the heartbeat: the process is no longer live. */
  endBeats(instance: string): Promise<void>;
  /** Deletes the heartbeats of processes that died long ago. */
  pruneBeats(): Promise<void>;
  /** Throws if the journal does not respond. */
  ping(): Promise<void>;
  /** Read-only and by index, so its cost does not grow with the number of swaps. */
  health(): Promise<Health>;
  /**
   * Accounts whose native balance was below a limit when Ferryman last read it to sign. An account
   * that has never signed on a chain is not listed. By index, one statement for all limits.
   */
  lowGas(limits: readonly GasLimit[]): Promise<LowGas[]>;
  /**
   * What waits. Its cost grows with the number of pending deliveries of enabled webhooks, and with
   * no other number.
   */
  backlog(): Promise<Backlog>;
  /** How many swaps that have not ended there are, by state. States without a swap have no entry. */
  countOpen(): Promise<ReadonlyMap<SwapState, number>>;
  /**
   * How many swaps that have not ended there are by where their money is, and ended ones whose
   * funds are unknown. Reads each such swap.
   */
  countByFunds(): Promise<ReadonlyMap<FundsState, number>>;
}

export interface Backlog {
  /** How long the oldest overdue timer has waited for a worker, in milliseconds; 0 if none. */
  scheduleLag: number;
  /** Without deleted ones. */
  webhooks: Readonly<Record<'enabled' | 'disabled', number>>;
  /** To enabled webhooks: nothing is sent to others. */
  pendingDeliveries: number;
  /** Milliseconds since the oldest of these was written, or replayed; 0 if there is none. */
  oldestPending: number;
}

export interface GasLimit {
  chain: ChainName;
  /** The native coin. */
  token: TokenAddress;
  /** Base units; see `lowGasOf`. */
  below: bigint;
}

export interface LowGas {
  wallet: string;
  family: Family;
  chain: ChainName;
  /** Base units of the native coin, at `block`. */
  balance: bigint;
  block: bigint;
  below: bigint;
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
  /** Lanes in which swaps wait or hold slots. */
  lanes: readonly LaneHealth[];
  stops: readonly ActiveStop[];
  frozenWallets: readonly { name: string; family: Family }[];
  /**
   * Age of the oldest swap in milliseconds, by non-terminal state. States without a swap have no
   * entry.
   */
  oldestSwaps: ReadonlyMap<SwapState, number>;
}

export interface LaneHealth {
  wallet: string;
  chain: ChainName;
  slots: number;
  used: number;
  waiting: number;
  /** How long the oldest swap has waited, in milliseconds; 0 if none waits. */
  oldest: number;
}

export interface ActiveStop {
  scope: SwitchChange['scope'];
  /** Empty for `all`. */
  subject: string;
  /** Milliseconds since the epoch. */
  since: number;
  /** Ferryman stopped it, because of what settlements brought. */
  isAutomatic: boolean;
}
