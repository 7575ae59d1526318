import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T04. The fee limit in the bytes is the estimated one. E07 bounds it, together with bandwidth: a
 * failed call burns the whole limit.
 */
export const tronFeeLimit: Rule<TronEffects> = {
  id: 'T04',
  check: ({ feeLimit, estimatedFeeLimit, contractType }) =>
    findingsOf(
      feeLimit !== estimatedFeeLimit &&
        reject('the fee limit is not the estimated one', {
          feeLimit,
          estimated: estimatedFeeLimit,
        }),
      // A plain transfer uses no energy.
      feeLimit <= 0n &&
        contractType !== 'TransferContract' &&
        reject('there is no fee limit', { feeLimit }),
    ),
};
