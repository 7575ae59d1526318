import { ofFamily } from '../../../../core/swap/of-family.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import type { EvmEffects } from '../effects.ts';

/**
 * E08. The gas limit is one that the chain allows a transaction, since an endpoint may estimate any:
 * another estimate may be lower, so the finding is a requote. On a chain that takes something beside
 * gas, the estimate says how much: the bytes do not, and E07 counts it. It is never below nothing,
 * which would make room for more gas under the cap.
 */
export const gas: Rule<EvmEffects> = {
  id: 'E08',
  check({ gasLimit, surcharge }, request) {
    const { fees } = ofFamily(request.chain, 'evm');
    return findingsOf(
      gasLimit > fees.maxGas &&
        aboutFee(
          requote(
            `the gas limit is ${gasLimit}, above the ${fees.maxGas} that a transaction may have`,
            { gasLimit, most: fees.maxGas },
          ),
        ),
      fees.surcharge !== undefined &&
        surcharge === undefined &&
        reject('the estimate lacks what the chain takes beside gas', {
          oracle: fees.surcharge.oracle,
        }),
      surcharge !== undefined &&
        surcharge < 0n &&
        reject('what the chain takes beside gas is below nothing', { surcharge }),
    );
  },
};
