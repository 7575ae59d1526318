import { ownAllowanceFindings } from '../../../../guard/allowance.ts';
import type { Rule } from '../../../../guard/rule.ts';
import { targetFindings } from '../../../../guard/rules/e02-target.ts';
import { authorityFindings } from '../../../../guard/rules/e03-authority.ts';
import { tronAccountOf } from '../../formats/address.ts';
import type { TronEffects } from '../effects.ts';

/**
 * T03. The called contract, the decoded call and the spenders are what the policy and the job allow
 * (E02, E03 and E04 on EVM).
 */
export const tronCall: Rule<TronEffects> = {
  id: 'T03',
  check(effects, request) {
    const { kind } = request.intent;
    const isOwnCall = kind === 'approve' || kind === 'revoke';
    return [
      ...(isOwnCall
        ? []
        : [...targetFindings(effects, request), ...authorityFindings(effects, request)]),
      ...ownAllowanceFindings(effects, request, tronAccountOf),
    ];
  },
};
