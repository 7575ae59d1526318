/** Something that the treasury's worker does when its time has come. */
export interface Duty {
  /** Its name in the log. */
  name: string;
  /**
   * Does what is due at `now`, in milliseconds since the epoch by the treasury's clock.
   * @returns when it is due again; `undefined`: not before the rules change
   */
  run(now: number): Promise<number | undefined>;
}
