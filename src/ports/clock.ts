/** Time, injected so that tests control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const machineClock: Clock = { now: () => Date.now() };
