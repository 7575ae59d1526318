/** Instants of a rule that have come since it was last considered, in milliseconds. */
export interface Due {
  /** The one that is decided now. Absent: all that came are too late. */
  now?: number;
  /** Those that are not done any more. */
  missed?: { first: number; last: number; count: number };
}

/**
 * What is due of a rule. After an outage only the newest instant counts, if it is not too late:
 * never a burst.
 * @param instants ascending, up to now
 * @param late milliseconds after which an instant is too late
 */
export function dueOf(instants: readonly number[], now: number, late: number): Due {
  const newest = instants.at(-1);
  if (newest === undefined) return {};
  const isInTime = now - newest <= late;
  const missed = isInTime ? instants.slice(0, -1) : instants;
  const [first] = missed;
  const last = missed.at(-1);
  return {
    ...(isInTime ? { now: newest } : {}),
    ...(first === undefined || last === undefined
      ? {}
      : { missed: { first, last, count: missed.length } }),
  };
}

/** Milliseconds after which an instant is too late. A restart takes less. */
export const lateAfter = 900_000;
