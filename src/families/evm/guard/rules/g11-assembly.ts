import { ofFamily } from '../../../../core/swap/of-family.ts';
import { assemblyFindings, decidedTransaction } from '../../../../guard/assembly.ts';
import type { Rule } from '../../../../guard/rule.ts';
import type { EvmTransaction } from '../../formats/transaction.ts';
import type { EvmEffects } from '../effects.ts';

/**
 * G11. The bytes are the decided transaction: the router's call, Ferryman's own payment of a
 * deposit, or for a cancel an empty transfer to the own account.
 */
export const assembly: Rule<EvmEffects> = {
  id: 'G11',
  check(effects, { intent, lease }) {
    const cancel: EvmTransaction = { family: 'evm', to: lease.account, data: '0x', value: 0n };
    const decided = decidedTransaction(intent, cancel);
    return assemblyFindings(effects, decided && ofFamily(decided, 'evm'));
  },
};
