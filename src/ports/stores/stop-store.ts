/** Stop switches for signing. */
export interface StopStore {
  /** Stops or releases signing in a scope. */
  setSwitch(change: SwitchChange): Promise<void>;
  /** What is stopped now. */
  stops(): Promise<Stop[]>;
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
