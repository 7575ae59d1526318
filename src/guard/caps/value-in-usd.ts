import type { Job } from '../../core/swap/job.ts';
import { priceOf, type Valuing, worth } from '../price-of.ts';

/**
 * What the job sells, in 10^-18 US dollars, by independent prices and never by those of the routing
 * service. `undefined`: there is no price. G07 holds a payment whose price is stale or disputed.
 */
export function valueInUsd({ from, amount }: Job, request: Valuing): bigint | undefined {
  const { usdE18 } = priceOf(from, request);
  return usdE18 && worth(amount, from.decimals, usdE18.sold);
}
