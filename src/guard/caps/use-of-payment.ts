import type { CapUse } from '../../core/caps/cap.ts';
import { useOf } from '../../core/caps/count-use.ts';
import { isNativeToken } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import type { Order } from '../../core/swap/swap.ts';
import { type FeeToValue, fixedFeeUsd } from '../fixed-fee.ts';
import { valueInUsd } from './value-in-usd.ts';

export interface PaymentToCount extends FeeToValue {
  chain: FeeToValue['chain'];
  job: Job;
  order: Pick<Order, 'declaredFee' | 'provider'>;
}

/**
 * What a payment takes from the wallet: what the job sells, and the fixed fee that its order
 * declares. Without a price for either, it has no value in US dollars.
 */
export function useOfPayment(request: PaymentToCount): CapUse {
  const { chain, job, order } = request;
  const [sold, fee] = [valueInUsd(job, request), fixedFeeUsd(request)];
  const usdE18 = sold === undefined || fee === undefined ? undefined : sold + fee;
  const use = useOf(job, order.provider, usdE18);
  return isNativeToken(chain, job.from.token) && order.declaredFee > 0n
    ? { ...use, amount: use.amount + order.declaredFee }
    : use;
}
