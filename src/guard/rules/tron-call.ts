import type { Rule } from '../rule.ts';
import { approvalObjections } from './approval.ts';
import { assemblyObjections } from './assembly.ts';
import { authorityObjections } from './authority.ts';
import { targetObjections } from './target.ts';

/** T02. The bytes are what was decided on, to the last one, whatever a node may have said: what G11 is on EVM. */
export const tronAssembly: Rule<'tron'> = {
  id: 'T02',
  families: ['tron'],
  intents: ['swap', 'refund', 'claim'],
  check: assemblyObjections,
};

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
