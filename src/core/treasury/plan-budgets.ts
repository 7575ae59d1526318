import type { Cap, CapUse, CapWindow } from '../caps/cap.ts';
import { type CapUsage, usedOf } from '../caps/cap-standing.ts';
import { countsUse, limitOf, measure } from '../caps/count-use.ts';
import { unitDecimals } from '../caps/unit-decimals.ts';
import type { PlannedOccurrence } from './plan.ts';
import { type PlannedPayment, paymentsOf, stillCounts } from './planned-payments.ts';

/** A cap or a rule's budget, with what a plan takes of it. Amounts are in units of `decimals`. */
export interface PlannedBudget {
  cap: Cap;
  /** Of a cap `each`: the wallet, chain, token, receiver or rule that it counts here. */
  subject?: string;
  /** Of the amounts: 18 of US dollars, those of the token, 0 of payments. */
  decimals: number;
  limit: bigint;
  /** What payments use now. */
  used: bigint;
  /** The most that payments use at one time of the plan, with those of now while they count. */
  after: bigint;
  /**
   * When the plan is first above the limit, in milliseconds since the epoch. From then on the guard
   * holds payments, or they wait.
   */
  exceededAt?: number;
  /** Planned payments without a price, which a cap in US dollars cannot count. */
  unpriced: number;
}

/**
 * The caps and budgets that count what is planned. Caps of providers are left out: the route is
 * chosen when the swap is made.
 * @param now milliseconds since the epoch
 */
export function planBudgets(
  occurrences: readonly PlannedOccurrence[],
  caps: readonly Cap[],
  usages: readonly CapUsage[],
  now: number,
): PlannedBudget[] {
  const payments = occurrences.flatMap((one) => paymentsOf(one, now));
  return caps
    .filter(({ provider, each }) => provider === undefined && each !== 'provider')
    .flatMap((cap) => {
      const counted = payments.filter(({ use }) => countsUse(cap, use));
      const subjectOf = (use: CapUse | CapUsage) => (cap.each === undefined ? '' : use[cap.each]);
      const subjects = [...new Set(counted.map(({ use }) => subjectOf(use)))];
      return subjects.map((subject) =>
        budgetOf(
          cap,
          subject,
          counted.filter(({ use }) => subjectOf(use) === subject),
          usages.filter(
            (usage) =>
              usage.window === cap.window && countsUse(cap, usage) && subjectOf(usage) === subject,
          ),
          now,
        ),
      );
    });
}

function budgetOf(
  cap: Cap,
  subject: string,
  payments: readonly PlannedPayment[],
  usages: readonly CapUsage[],
  now: number,
): PlannedBudget {
  const { unit } = cap.bound;
  const tokenDecimals = payments[0]?.use.decimals ?? 0;
  const decimals = unitDecimals(unit, tokenDecimals);
  const limit = limitOf(cap, tokenDecimals);
  const values = payments.flatMap(({ at, use }) => {
    const measured = measure(cap, use, use.decimals);
    return measured ? [{ at, value: measured.value }] : [];
  });
  const used = usages.reduce((sum, usage) => sum + usedOf(usage, unit), 0n);
  const peak = peakOf(cap.window, values, { used, limit, now });
  return {
    ...{ cap, decimals, limit, used, after: peak.most },
    unpriced: payments.length - values.length,
    ...(cap.each === undefined ? {} : { subject }),
    ...(peak.exceededAt === undefined ? {} : { exceededAt: peak.exceededAt }),
  };
}

/** The most that counts at one time, and when it is first above the limit. */
function peakOf(
  window: CapWindow,
  values: readonly { at: number; value: bigint }[],
  { used, limit, now }: { used: bigint; limit: bigint; now: number },
): { most: bigint; exceededAt?: number } {
  let most = used;
  let exceededAt: number | undefined;
  const see = (at: number, sum: bigint) => {
    if (sum > most) most = sum;
    if (sum > limit && exceededAt === undefined) exceededAt = at;
  };
  let first = 0;
  let sum = 0n;
  for (const [index, { at, value }] of values.entries()) {
    sum += value;
    for (let one = values[first]; one && first < index && !stillCounts(window, one.at, at); ) {
      sum -= one.value;
      first += 1;
      one = values[first];
    }
    see(at, sum + (stillCounts(window, now, at) ? used : 0n));
  }
  return { most, ...(exceededAt === undefined ? {} : { exceededAt }) };
}
