import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T04. The fee limit in the bytes is the estimated one. E07 bounds it, bandwidth included: a call
 * that fails burns the whole limit.
 */
export const tronFeeLimit: Rule<TronEffects> = {
  id: 'T04',
  check: ({ feeLimit, estimatedFeeLimit, contractType }) =>
    findingsOf(
      feeLimit !== estimatedFeeLimit &&
        reject('the fee limit is not the one that was estimated', {
          feeLimit,
          estimated: estimatedFeeLimit,
        }),
      // A plain transfer runs nothing.
      feeLimit <= 0n &&
        contractType !== 'TransferContract' &&
        reject('there is no fee limit', { feeLimit }),
    ),
};
