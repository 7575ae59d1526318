/** Longer values are not trusted: the server may confuse the unit, and payments need polling. */
const longestWait = 3_600_000;

/**
 * The Retry-After of a response in milliseconds (RFC 9110, 10.2.3): seconds, or a date, which is
 * measured against the server's own `Date` so that no clock is needed. `undefined`: none.
 * @param longest milliseconds that a longer value is cut to
 */
export function readRetryAfter(
  headers: Pick<Headers, 'get'>,
  longest = longestWait,
): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Math.min(longest, Number(value) * 1_000);
  // `Date.parse` accepts almost anything as a date.
  if (!value.endsWith(' GMT')) return undefined;
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? undefined : Math.min(longest, Math.max(0, wait));
}
