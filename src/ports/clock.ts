/** Time, passed in so that tests decide it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const machineClock: Clock = { now: () => Date.now() };
