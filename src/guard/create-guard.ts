import { families } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitions } from '../families/families.ts';
import { type Guard, intentKinds } from '../ports/guard.ts';
import type { FamilyGuards } from './family-guard.ts';
import { judge, rejection } from './judge.ts';
import { judgeDepositTarget } from './judge-deposit-target.ts';

/**
 * @param options.definitions the guard of each family. Default: those of all families
 * @throws `INTERNAL` if a family has no rule for an intent that it does not refuse: nothing may be
 * signed unjudged
 */
export function createGuard({
  definitions: given = definitions,
}: {
  definitions?: FamilyGuards;
} = {}): Guard {
  for (const family of families) {
    for (const intent of intentKinds) {
      const rules = given[family].guard.rules[intent];
      if (!(rules === 'refused' || rules?.length > 0))
        throw new FerrymanError('INTERNAL', `the guard has no rule for ${intent} on ${family}`);
    }
  }
  return {
    judge: (request) => judge(given[request.unsigned.family].guard, request),
    judgeShared(whole, parts) {
      const { judgeShared } = given[whole.family].guard;
      if (judgeShared) return judgeShared(whole, parts);
      const rule = 'DECODE';
      return {
        kind: 'reject',
        rules: [rule],
        findings: [rejection(rule, 'payments of this family never share a transaction')],
      };
    },
    judgeDepositTarget,
  };
}
