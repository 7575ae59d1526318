import { formatAmount } from '../amounts/amounts.ts';
import type { Cap, CapSubject, CapUnit, CapWindow } from './cap.ts';
import { countsUse, limitOf } from './count-use.ts';
import { unitDecimals } from './unit-decimals.ts';

/** What payments with the same members take together. */
export interface CapUsage extends Record<CapSubject, string> {
  window: Exclude<CapWindow, 'transaction'>;
  /** Of the token. */
  decimals: number;
  amount: bigint;
  usdE18: bigint;
  count: number;
}

/** A cap with its use. Amounts are decimals: US dollars, tokens, or payments. */
export interface CapStanding {
  name: string;
  window: CapWindow;
  unit: CapUnit;
  limit: string;
  /** The treasury rule whose payments it counts. */
  rule?: string;
  /** Absent: the cap is of each payment alone. One for each subject in use, the most used first. */
  uses?: { subject?: string; used: string; left: string }[];
}

export function standingOf(cap: Cap, usages: readonly CapUsage[]): CapStanding {
  const { name, window, bound, each, rule } = cap;
  const limit = limitText(cap);
  const whose = rule === undefined ? {} : { rule };
  const shown = { name, window, unit: bound.unit, limit, ...whose };
  if (window === 'transaction') return shown;
  const sums = new Map<string, { used: bigint; decimals: number }>();
  for (const usage of usages) {
    if (usage.window !== window || !countsUse(cap, usage)) continue;
    const subject = each === undefined ? '' : usage[each];
    const before = sums.get(subject)?.used ?? 0n;
    sums.set(subject, { used: before + usedOf(usage, bound.unit), decimals: usage.decimals });
  }
  if (each === undefined && sums.size === 0) sums.set('', { used: 0n, decimals: 18 });
  const uses = [...sums]
    .sort(([, a], [, b]) => (a.used < b.used ? 1 : -1))
    .map(([subject, { used, decimals }]) => {
      const left = limitOf(cap, decimals) - used;
      const shownDecimals = unitDecimals(bound.unit, decimals);
      return {
        ...(each === undefined ? {} : { subject }),
        used: formatAmount(used, shownDecimals),
        left: formatAmount(left > 0n ? left : 0n, shownDecimals),
      };
    });
  return { ...shown, uses };
}

/** What the payments that a cap counts take together, in its unit. */
export function usedOfCap(cap: Cap, usages: readonly CapUsage[]): bigint {
  return usages
    .filter((usage) => usage.window === cap.window && countsUse(cap, usage))
    .reduce((sum, usage) => sum + usedOf(usage, cap.bound.unit), 0n);
}

/** What the payments of one usage take together, in the unit of a cap. */
export function usedOf({ amount, usdE18, count }: CapUsage, unit: CapUnit): bigint {
  return unit === 'usd' ? usdE18 : unit === 'amount' ? amount : BigInt(count);
}

function limitText({ bound }: Cap): string {
  switch (bound.unit) {
    case 'usd':
      return formatAmount(bound.usdE18, 18);
    case 'amount':
      return bound.amount;
    case 'count':
      return `${bound.count}`;
  }
}
