/**
 * Who says more is not believed: it may be wrong about the unit, and payments want to be followed.
 */
const longestWait = 3_600_000;

/**
 * For how many milliseconds a server wants to be left alone (RFC 9110, 10.2.3): seconds, or a date;
 * a date is measured against the server's own `Date`, so that no clock is needed.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Math.min(longestWait, Number(value) * 1_000);
  // `Date.parse` reads a date into almost anything.
  if (!value.endsWith(' GMT')) return undefined;
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? undefined : Math.min(longestWait, Math.max(0, wait));
}
