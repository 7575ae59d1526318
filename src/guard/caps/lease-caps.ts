import { capsOn } from '../../core/caps/budgets.ts';
import type { LeaseCaps } from '../../core/caps/cap.ts';
import { boundsOf } from '../../core/caps/count-use.ts';
import { type PaymentToCount, useOfPayment } from './use-of-payment.ts';

/**
 * What the lease of a payment reserves. `undefined`: nothing may bound it. What a treasury rule asks
 * for is reserved in any case: the rule's next version may have a budget.
 */
export function leaseCaps(request: PaymentToCount): LeaseCaps | undefined {
  const { job, order, guardPolicy } = request;
  const caps = capsOn(guardPolicy.caps, job);
  if (caps.length === 0 && !job.rule) return undefined;
  const use = useOfPayment(request);
  return { use, bounds: boundsOf(caps, job, use, order.provider) };
}
