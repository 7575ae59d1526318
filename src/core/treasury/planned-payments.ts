import { assertNever } from '../assert-never.ts';
import { type CapUse, type CapWindow, windowMs } from '../caps/cap.ts';
import { countsUse, measure } from '../caps/count-use.ts';
import type { PlannedOccurrence } from './plan.ts';
import type { BudgetStanding } from './standing.ts';
import { useOfTrade } from './use-of-trade.ts';

/** A planned payment as caps count it, without the fees of its order. */
export interface PlannedPayment {
  /** Milliseconds since the epoch. */
  at: number;
  use: CapUse;
}

/**
 * What an occurrence pays, by the plan.
 * @param now milliseconds since the epoch: what is due already is paid now
 */
export function paymentsOf(
  { ruleId, wallet, instant, decision }: PlannedOccurrence,
  now: number,
): PlannedPayment[] {
  if (decision.kind !== 'act') return [];
  return decision.trades.map(({ from, amount, usdE18, account }) => ({
    at: Math.max(instant, now),
    use: useOfTrade({ id: ruleId, wallet }, { from, amount, usdE18, receiver: account }),
  }));
}

/** Whether a payment at `then` counts at `at` beside another one. Milliseconds since the epoch. */
export function stillCounts(window: CapWindow, then: number, at: number): boolean {
  switch (window) {
    case 'transaction':
      return false;
    // A plan takes what was paid earlier as settled.
    case 'unsettled':
      return then === at;
    case 'hour':
    case 'day':
    case 'week':
      return then > at - windowMs[window];
    default:
      return assertNever(window, 'window of a cap');
  }
}

/** The budgets of a rule with what they have of payments at an instant, if it pays as planned. */
export function budgetsAt(
  budgets: readonly BudgetStanding[],
  payments: readonly PlannedPayment[],
  { at, now }: { at: number; now: number },
): BudgetStanding[] {
  return budgets.map(({ budget, used }) => {
    const planned = payments
      .filter((one) => stillCounts(budget.window, one.at, at) && countsUse(budget, one.use))
      .map(({ use }) => measure(budget, use, use.decimals)?.value ?? 0n);
    const still = stillCounts(budget.window, now, at) ? used : 0n;
    return { budget, used: planned.reduce((sum, one) => sum + one, still) };
  });
}
