/** Days in UTC, such as `2026-10-01`. Both are in the period. */
export interface BookPeriod {
  first: string;
  last: string;
}

const day = 86_400_000;

/** The month before the one of `now`: it is closed, so its books never change. */
export function lastMonth(now: number): BookPeriod {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    first: dayOf(Date.UTC(year, month - 1, 1)),
    last: dayOf(Date.UTC(year, month, 1) - day),
  };
}

/** As the service takes it: up to, and without, `until`. */
export function rangeOf({ first, last }: BookPeriod): { from: string; until: string } {
  return { from: first, until: dayOf(Date.parse(last) + day) };
}

/** Whether anything can still be added to it. */
export function isClosed({ last }: BookPeriod, now: number): boolean {
  return Date.parse(last) + day <= now;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
