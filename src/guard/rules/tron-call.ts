import type { Rule } from '../rule.ts';
import { approvalObjections } from './approval.ts';
import { authorityObjections } from './authority.ts';
import { targetObjections } from './target.ts';

/** T03. What is called and who may take tokens: what E02, E03 and E04 are on EVM. */
export const tronCall: Rule<'tron'> = {
  id: 'T03',
  families: ['tron'],
  intents: ['swap', 'approve', 'revoke', 'refund', 'claim'],
  check(effects, request) {
    const { kind } = request.intent;
    const isOwnCall = kind === 'approve' || kind === 'revoke';
    return [
      ...(isOwnCall ? [] : [...targetObjections(effects, request), ...authorityObjections(effects)]),
      ...approvalObjections(effects, request),
    ];
  },
};
