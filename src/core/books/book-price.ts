import { higherOf } from '../amounts/higher-of.ts';
import { lowerOf } from '../amounts/lower-of.ts';
import type { BookPrice } from './posting.ts';

/** What one source says of a token. */
type PriceReading = { source: string } & (
  | { usdE18: bigint; at?: number; maxAge: number }
  | { fault: string }
);

/**
 * The price that is stored with a posting: the middle of the lowest and the highest that is fresh.
 * `undefined`: no source has a fresh one, and the books say nothing.
 */
export function bookPriceOf(readings: readonly PriceReading[], now: number): BookPrice | undefined {
  const fresh = readings.flatMap((reading) =>
    'fault' in reading || (reading.at !== undefined && now - reading.at > reading.maxAge)
      ? []
      : [reading],
  );
  const [first, ...others] = fresh;
  if (!first) return undefined;
  const low = others.reduce((least, { usdE18 }) => lowerOf(least, usdE18), first.usdE18);
  const high = others.reduce((most, { usdE18 }) => higherOf(most, usdE18), first.usdE18);
  const source = [...new Set(fresh.map((reading) => reading.source))].sort().join(', ');
  return { usdE18: (low + high) / 2n, at: now, source };
}
