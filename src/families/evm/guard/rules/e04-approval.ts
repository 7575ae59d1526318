import { approvalFindings } from '../../../../guard/approval.ts';
import type { Rule } from '../../../../guard/rule.ts';
import type { EvmEffects } from '../effects.ts';

/** E04. Approvals are exactly those requested. Their spender is a contract and not a token. */
export const approval: Rule<EvmEffects> = {
  id: 'E04',
  check: (effects, request) =>
    approvalFindings(effects, request, (address) => address.toLowerCase()),
};
