/** Stops of signing. */
export interface StopStore {
  /** Stops or releases signing in a scope. */
  setSwitch(change: SwitchChange): Promise<void>;
}

export interface SwitchChange {
  scope: 'all' | 'chain' | 'provider' | 'wallet';
  /**
   * Chain, provider or wallet name (a treasury wallet stands for its accounts too); empty for
   * `all`.
   */
  subject: string;
  stopped: boolean;
  by: string;
  reason: string;
}
