import { ofFamily } from '../../../../core/swap/of-family.ts';
import { assemblyFindings, decidedTransaction } from '../../../../guard/assembly.ts';
import type { Rule } from '../../../../guard/rule.ts';
import type { EvmTransaction } from '../../formats/transaction.ts';
import type { EvmEffects } from '../effects.ts';

/**
 * G11. The bytes are what was decided on: the router's call, our own payment of a deposit, or for a
 * cancel nothing sent to oneself.
 */
export const assembly: Rule<EvmEffects> = {
  id: 'G11',
  check(effects, { intent, lease }) {
    const cancel: EvmTransaction = { family: 'evm', to: lease.account, data: '0x', value: 0n };
    const decided = decidedTransaction(intent, cancel);
    return assemblyFindings(effects, decided && ofFamily(decided, 'evm'));
  },
};
