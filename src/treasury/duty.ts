/** Something that the treasury's worker does when its time has come. */
export interface Duty {
  /** Its name in the log. */
  name: string;
  /** Does what is due at `now`, in milliseconds since the epoch by the treasury's clock. */
  run(now: number): Promise<NextRun>;
}

/** Whichever comes first. Neither: not before the rules change. */
export interface NextRun {
  /** By the treasury's clock, in milliseconds since the epoch. */
  at?: number;
  /** Milliseconds in which the duty polls what does not go by that clock, such as chains. */
  within?: number;
}
