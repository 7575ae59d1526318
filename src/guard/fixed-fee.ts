import type { Chain } from '../core/swap/chains.ts';
import { coinOf } from '../core/swap/coin-of.ts';
import type { Order } from '../core/swap/swap.ts';
import { priceOf, type Valuing, worth } from './price-of.ts';

/** What is needed to value the fee of an order. */
export interface FeeToValue extends Valuing {
  chain: Pick<Chain, 'family' | 'name' | 'nativeToken'>;
  order: Pick<Order, 'declaredFee'>;
}

/** Of the coin in which the chain's fees are paid. */
export function priceOfCoin(
  { chain }: Pick<FeeToValue, 'chain'>,
  valuing: Valuing,
): ReturnType<typeof priceOf> {
  return priceOf(coinOf(chain), valuing);
}

/**
 * What the order's fixed fee is worth, in 10^-18 US dollars. The wallet pays it in coins, beside
 * what the job sells. `undefined`: there is no price.
 */
export function fixedFeeUsd(request: FeeToValue): bigint | undefined {
  const { declaredFee } = request.order;
  if (declaredFee <= 0n) return 0n;
  const { usdE18 } = priceOfCoin(request, request);
  return usdE18 && worth(declaredFee, request.chain.nativeToken.decimals, usdE18.sold);
}
