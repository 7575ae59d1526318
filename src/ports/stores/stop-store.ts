import type { ChainName } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { StopReason } from '../../core/swap/swap.ts';

/** Stop switches for signing. */
export interface StopStore {
  /** Stops or releases signing in a scope. */
  setSwitch(change: SwitchChange): Promise<void>;
  /** What is stopped now. */
  stops(): Promise<Stop[]>;
  /** Why this must not be signed now: a stop, a frozen wallet, a journal rollback. */
  stopOfSignature(signature: Signature): Promise<StopReason | undefined>;
}

/** What a signature would use. */
export interface Signature {
  walletId: WalletId;
  /** Its name. */
  wallet: string;
  chain: ChainName;
  /** Of the orders that it would pay. */
  providers: readonly string[];
  /** The treasury rules that asked for them, by id. */
  rules: readonly string[];
}

export const stopScopes = ['all', 'chain', 'provider', 'wallet', 'lane', 'rule'] as const;
export type StopScope = (typeof stopScopes)[number];

export interface SwitchChange {
  scope: StopScope;
  /**
   * Name of a chain, provider or wallet (a treasury wallet stands for its accounts too); of a lane
   * `wallet@chain`; the id of a treasury rule; empty for `all`.
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
