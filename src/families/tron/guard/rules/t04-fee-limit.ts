import { describeAmount } from '../../../../core/amounts/amounts.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T04. The fee limit in the bytes is the estimated one, and at most the chain's cap: a failed call
 * burns the whole limit. E07 bounds it together with bandwidth. A limit above the cap leads to a
 * requote, since the price of energy may fall.
 */
export const tronFeeLimit: Rule<TronEffects> = {
  id: 'T04',
  check: ({ feeLimit, estimatedFeeLimit, contractType }, { chain }) =>
    findingsOf(
      feeLimit !== estimatedFeeLimit &&
        reject('the fee limit is not the estimated one', {
          feeLimit,
          estimated: estimatedFeeLimit,
        }),
      feeLimit > chain.maxNetworkFee &&
        aboutFee(
          requote(
            `the fee limit is ${describeAmount(feeLimit, chain.nativeToken)}, above the chain’s cap of ${describeAmount(chain.maxNetworkFee, chain.nativeToken)}`,
            { feeLimit, most: chain.maxNetworkFee },
          ),
        ),
      // A plain transfer uses no energy.
      feeLimit <= 0n &&
        contractType !== 'TransferContract' &&
        reject('there is no fee limit', { feeLimit }),
    ),
};
