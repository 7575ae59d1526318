import { families } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitions } from '../families/families.ts';
import { type Guard, intentKinds, type Judgement, type Verdict } from '../ports/guard.ts';
import { leaseCaps } from './caps/lease-caps.ts';
import type { FamilyGuards } from './family-guard.ts';
import { judge, rejection } from './judge.ts';
import { judgeDepositTarget, judgeOrder } from './judge-order.ts';
import type { GuardPolicy } from './policy/guard-policy.ts';
import { closedPolicy } from './policy/read-guard-policy.ts';
import { isPriced } from './price-of.ts';

/**
 * @param options.policy what the operator admits. Default: nothing, so that every swap is held
 * @param options.definitions the guard of each family. Default: those of all families
 * @throws `INTERNAL` if a family has no rule for an intent that it does not refuse: nothing may be
 * signed unjudged
 */
export function createGuard({
  policy = closedPolicy,
  definitions: given = definitions,
}: {
  policy?: GuardPolicy;
  definitions?: FamilyGuards;
} = {}): Guard {
  for (const family of families) {
    for (const intent of intentKinds) {
      const rules = given[family].guard.rules[intent];
      if (!(rules === 'refused' || rules?.length > 0))
        throw new FerrymanError('INTERNAL', `the guard has no rule for ${intent} on ${family}`);
    }
  }
  const byPolicy = (judgement: Judgement): Verdict => ({ ...judgement, policy: policy.hash });
  return {
    judge(request) {
      const { hosts } = request.simulation.witnesses ?? {};
      return {
        ...byPolicy(judge(given[request.unsigned.family].guard, request, policy)),
        ...(hosts ? { witnesses: hosts } : {}),
      };
    },
    judgeOrder: (request) => byPolicy(judgeOrder(request, policy)),
    judgeShared(whole, parts) {
      const { judgeShared } = given[whole.family].guard;
      return byPolicy(judgeShared ? judgeShared(whole, parts) : neverShared());
    },
    hasPriceFloor: ({ from, to }) => [from, to].every((one) => isPriced(one, policy)),
    caps: policy.caps,
    ...(policy.providerStop ? { providerStop: policy.providerStop } : {}),
    capsOf: (payment) => leaseCaps({ ...payment, guardPolicy: policy }),
    judgeDepositTarget: (request) => byPolicy(judgeDepositTarget(request, policy)),
  };
}

function neverShared(): Judgement {
  const rule = 'DECODE';
  const finding = rejection(rule, 'payments of this family never share a transaction');
  return { kind: 'reject', rules: [rule], findings: [finding] };
}
