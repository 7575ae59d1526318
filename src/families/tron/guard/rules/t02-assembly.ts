import { ofFamily } from '../../../../core/swap/of-family.ts';
import { assemblyFindings, decidedTransaction } from '../../../../guard/assembly.ts';
import type { Rule } from '../../../../guard/rule.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T02. The bytes are exactly the decided transaction, whatever a node answered (G11 on EVM). Bytes
 * that the guard cannot read are none that Ferryman builds.
 */
export const tronAssembly: Rule<TronEffects> = {
  id: 'T02',
  check(effects, { intent }) {
    const decided = decidedTransaction(intent);
    return assemblyFindings(effects, decided && ofFamily(decided, 'tron'));
  },
};
