import { boundsOf, type LeaseCaps } from '../../core/caps/cap.ts';
import { type PaymentToCount, useOfPayment } from './use-of-payment.ts';

/** What the lease of a payment reserves. `undefined`: no cap is configured. */
export function leaseCaps(request: PaymentToCount): LeaseCaps | undefined {
  const { caps } = request.guardPolicy;
  if (caps.length === 0) return undefined;
  const use = useOfPayment(request);
  return { use, bounds: boundsOf(caps, request.job, use, request.order.provider) };
}
