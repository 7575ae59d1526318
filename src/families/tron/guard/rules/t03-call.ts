import { approvalObjections } from '../../../../guard/approval.ts';
import type { Rule } from '../../../../guard/rule.ts';
import { targetObjections } from '../../../../guard/rules/e02-target.ts';
import { authorityObjections } from '../../../../guard/rules/e03-authority.ts';
import { tronAccountOf } from '../../formats/address.ts';
import type { TronEffects } from '../effects.ts';

/** T03. Which contract is called and which may take tokens: what E02, E03 and E04 are on EVM. */
export const tronCall: Rule<TronEffects> = {
  id: 'T03',
  check(effects, request) {
    const { kind } = request.intent;
    const isOwnCall = kind === 'approve' || kind === 'revoke';
    return [
      ...(isOwnCall ? [] : [...targetObjections(effects, request), ...authorityObjections(effects)]),
      ...approvalObjections(effects, request, tronAccountOf),
    ];
  },
};
