import { formatAmount } from '../../core/amounts/amounts.ts';
import { capsOn } from '../../core/caps/budgets.ts';
import type { Cap, CapUse } from '../../core/caps/cap.ts';
import { counts, measure } from '../../core/caps/count-use.ts';
import { paidOrder } from '../../ports/guard.ts';
import { useOfPayment } from '../caps/use-of-payment.ts';
import { stepAbove } from '../coarse.ts';
import { usd } from '../price-of.ts';
import { hold, type Rule, type RuleFinding } from '../rule.ts';

/**
 * G09. The payment alone keeps every cap of the policy and every budget of its treasury rule,
 * whatever the window: one that is above a cap of an hour, a day, a week or of what is unsettled
 * would wait forever. US dollars are by the operator's own
 * prices, never by those of the routing service; a payment without a price is held. Fixed fees that
 * the order declares count. What payments take together is reserved in the journal, in the
 * transaction that leases. What replaces a payment under its lease takes nothing more.
 */
export const caps: Rule = {
  id: 'G09',
  check(_effects, request) {
    const { intent, job, guardPolicy, repeats } = request;
    const order = paidOrder(intent);
    if (repeats || !order) return [];
    const counting = capsOn(guardPolicy.caps, job).filter((cap) =>
      counts(cap, job, order.provider),
    );
    if (counting.length === 0) return [];
    const use = useOfPayment({ ...request, order });
    return counting.flatMap((cap): RuleFinding[] => {
      const measured = measure(cap, use, job.from.decimals);
      if (!measured) {
        const { chain, token, decimals } = job.from;
        const amount = formatAmount(stepAbove(use.amount, 'fine'), decimals);
        const item = itemOf(cap, use, `up to ${amount} of ${token} on ${chain} has no price for`);
        return [hold(item, `there is no price to compare the payment with the cap ${cap.name}`)];
      }
      const { value, limit } = measured;
      if (value <= limit) return [];
      const excess = `up to ${shown(cap, stepAbove(value, 'fine'), use)} is above`;
      const item = itemOf(cap, use, excess);
      const message = `the payment alone is above the cap ${cap.name}`;
      return [hold(item, message, { value, limit })];
    });
  },
};

/** A person admits this excess over this cap: names of caps are for people, and need not differ. */
function itemOf(cap: Cap, use: CapUse, excess: string) {
  const { name, window, each = 'all', bound } = cap;
  const most =
    bound.unit === 'usd'
      ? shown(cap, bound.usdE18, use)
      : bound.unit === 'count'
        ? shown(cap, BigInt(bound.count), use)
        : `${bound.amount} tokens`;
  const what = `${excess} cap ${name}: ${most} by ${window}, ${each}`;
  return { kind: 'finding', rule: 'G09', what } as const;
}

function shown({ bound: { unit } }: Cap, value: bigint, { decimals }: CapUse): string {
  if (unit === 'usd') return usd(value);
  return unit === 'count' ? `${value} payments` : `${formatAmount(value, decimals)} tokens`;
}
