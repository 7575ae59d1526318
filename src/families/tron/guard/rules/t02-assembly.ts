import { ofFamily } from '../../../../core/swap/of-family.ts';
import { assemblyFindings, decidedTransaction } from '../../../../guard/assembly.ts';
import type { Rule } from '../../../../guard/rule.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T02. The bytes are what was decided on, to the last one, whatever a node said: what G11 is on
 * EVM.
 */
export const tronAssembly: Rule<TronEffects> = {
  id: 'T02',
  check(effects, { intent }) {
    const decided = decidedTransaction(intent);
    return assemblyFindings(effects, decided && ofFamily(decided, 'tron'));
  },
};
