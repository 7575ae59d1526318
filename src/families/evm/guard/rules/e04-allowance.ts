import { ownAllowanceFindings } from '../../../../guard/allowance.ts';
import type { Rule } from '../../../../guard/rule.ts';
import type { EvmEffects } from '../effects.ts';

/** E04. Allowances are exactly those requested. Their spender is a contract and not a token. */
export const ownAllowance: Rule<EvmEffects> = {
  id: 'E04',
  check: (effects, request) =>
    ownAllowanceFindings(effects, request, (address) => address.toLowerCase()),
};
