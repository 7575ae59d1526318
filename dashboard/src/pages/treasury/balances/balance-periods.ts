import type { BalanceSample } from 'ferryman-client';
import { balanceKey } from '../../../parts/balance-key.ts';

/** What is drawn of a balance. A chart needs no more than what a number holds. */
interface DrawnBalance {
  settled: number;
  inFlight: number;
}

interface BalancePeriod {
  from: string;
  values: Record<keyof DrawnBalance, number>;
}

/** Nothing: the balance has no price. */
export function worthOf({ settled, inFlight, usdPrice }: BalanceSample): DrawnBalance | undefined {
  if (usdPrice === undefined) return undefined;
  const price = Number(usdPrice);
  return { settled: Number(settled) * price, inFlight: Number(inFlight) * price };
}

export function amountsOf({ settled, inFlight }: BalanceSample): DrawnBalance {
  return { settled: Number(settled), inFlight: Number(inFlight) };
}

/**
 * The sum of the balances at the end of each period, from the first one that has a sample on. A
 * balance stays what it was until it is read again.
 * @param samples the oldest first
 * @param step the length of a period, in milliseconds
 */
export function balancePeriods(
  samples: readonly BalanceSample[],
  { step, until }: { step: number; until: number },
  draw: (sample: BalanceSample) => DrawnBalance | undefined,
): BalancePeriod[] {
  const first = samples[0];
  if (!first) return [];
  const newest = new Map<string, DrawnBalance>();
  const periods: BalancePeriod[] = [];
  let next = 0;
  for (let at = Math.floor(Date.parse(first.at) / step) * step; at < until; at += step) {
    for (; next < samples.length; next += 1) {
      const sample = samples[next];
      if (!sample || Date.parse(sample.at) >= at + step) break;
      const drawn = draw(sample);
      if (drawn) newest.set(balanceKey(sample), drawn);
    }
    const all = [...newest.values()];
    periods.push({
      from: new Date(at).toISOString(),
      values: {
        settled: all.reduce((sum, { settled }) => sum + settled, 0),
        inFlight: all.reduce((sum, { inFlight }) => sum + inFlight, 0),
      },
    });
  }
  return periods;
}

/** The newest sample of each balance, by its key. */
export function newestSamples(
  samples: readonly BalanceSample[],
): ReadonlyMap<string, BalanceSample> {
  return new Map(samples.map((sample) => [balanceKey(sample), sample]));
}
