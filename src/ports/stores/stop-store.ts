import type { ChainName } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { Reason } from '../../core/swap/swap.ts';

/** Stop switches for signing. */
export interface StopStore {
  /** Stops or releases signing in a scope. */
  setSwitch(change: SwitchChange): Promise<void>;
  /** What is stopped now. */
  stops(): Promise<Stop[]>;
  /** Why this must not be signed now: a stop, a frozen wallet, a journal rollback. */
  stopOfSignature(signature: Signature): Promise<Reason | undefined>;
}

/** What a signature would use. */
export interface Signature {
  walletId: WalletId;
  chain: ChainName;
  /** Of the orders that it would pay. */
  providers: readonly string[];
}

export const stopScopes = ['all', 'chain', 'provider', 'wallet', 'lane'] as const;
export type StopScope = (typeof stopScopes)[number];

export interface SwitchChange {
  scope: StopScope;
  /**
   * Chain, provider or wallet name (a treasury wallet stands for its accounts too); of a lane
   * `wallet@chain`; empty for `all`.
   */
  subject: string;
  stopped: boolean;
  by: string;
  reason: string;
}

export interface Stop extends Omit<SwitchChange, 'stopped'> {
  /** Milliseconds since the epoch. */
  since: number;
}
