/** Stop switches for signing. */
export interface StopStore {
  /** Stops or releases signing in a scope. */
  setSwitch(change: SwitchChange): Promise<void>;
}

export interface SwitchChange {
  scope: 'all' | 'chain' | 'provider' | 'wallet';
  /** Chain, provider or wallet name (a treasury wallet includes its accounts). Empty for `all`. */
  subject: string;
  stopped: boolean;
  by: string;
  reason: string;
}
