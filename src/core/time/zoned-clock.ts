/** The clocks of a time zone, by the zone data of the runtime. */
export interface ZonedClock {
  /** What the clocks show at a moment, as if they showed UTC, in milliseconds since the epoch. */
  wallClock(at: number): number;
  /**
   * The moments when the clocks show a time. Both are the same, unless they show it twice. If they
   * skip it, both are the moment when they do.
   */
  momentsOf(wallClock: number): { first: number; last: number };
}

const dayMs = 86_400_000;

/** @throws RangeError for a time zone that is unknown */
export function createZonedClock(timeZone: string): ZonedClock {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const wallClock = (at: number): number => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const seconds = Date.UTC(
      of('year'),
      of('month') - 1,
      of('day'),
      of('hour'),
      of('minute'),
      of('second'),
    );
    return seconds + (((at % 1_000) + 1_000) % 1_000);
  };
  return {
    wallClock,
    momentsOf(shown) {
      // A day before and after, the clocks have the differences from UTC that come into question.
      const moments = [-dayMs, dayMs]
        .map((away) => shown + away)
        .map((at) => shown - (wallClock(at) - at))
        .sort((a, b) => a - b);
      const [first = shown, last = shown] = moments;
      const showing = moments.filter((at) => wallClock(at) === shown);
      const [one] = showing;
      if (one !== undefined) return { first: one, last: showing.at(-1) ?? one };
      const skipped = firstAfter(first, last, (at) => wallClock(at) >= shown);
      return { first: skipped, last: skipped };
    },
  };
}

/** The first moment of a range for which something holds that holds from then on. */
function firstAfter(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
