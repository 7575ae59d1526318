/** Time, injected so that tests control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The clock of machines and chains, and that of people. */
export interface Clocks {
  /** Of orders, deadlines, locks, and all that has to do with chains. */
  clock: Clock;
  /**
   * Of schedules, windows of caps, blackouts, and how long an envelope is good. Absent: `clock`,
   * and for windows of caps the journal's.
   */
  calendar?: Clock;
}

/** Milliseconds since the epoch, as people reckon. */
export function calendarNow({ clock, calendar = clock }: Clocks): number {
  return calendar.now();
}

export const machineClock: Clock = { now: () => Date.now() };
