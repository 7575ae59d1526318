import { createBlackouts } from '../core/blackouts/blackout.ts';
import { definitions } from '../families/families.ts';
import type { Guard, Judgement, Verdict } from '../ports/guard.ts';
import { isKnownReceiver } from './approvals/is-new-receiver.ts';
import { leaseCaps } from './caps/lease-caps.ts';
import type { FamilyGuards } from './family-guard.ts';
import { judge, rejection } from './judge.ts';
import { judgeDepositTarget, judgeOrder } from './judge-order.ts';
import type { GuardPolicy } from './policy/guard-policy.ts';
import { closedPolicy } from './policy/read-guard-policy.ts';
import { isPriced, worthOf } from './price-of.ts';
import { requireMandatoryRules } from './require-mandatory-rules.ts';

/**
 * @param options.policy what the operator admits. Default: nothing, so that every swap is held
 * @param options.definitions the guard of each family. Default: those of all families
 * @throws `GUARD_INCOMPLETE` if a family lacks a mandatory rule of an intent that it does not refuse:
 * nothing may be signed unjudged
 */
export function createGuard({
  policy = closedPolicy,
  definitions: given = definitions,
}: {
  policy?: GuardPolicy;
  definitions?: FamilyGuards;
} = {}): Guard {
  requireMandatoryRules(given);
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
    blackoutOf: createBlackouts(policy.blackouts),
    blackouts: policy.blackouts,
    worthOf: (token, prices) => worthOf(token, { guardPolicy: policy, prices }),
    caps: policy.caps,
    ...(policy.providerStop ? { providerStop: policy.providerStop } : {}),
    capsOf: (payment) => leaseCaps({ ...payment, guardPolicy: policy }),
    ...approvalsOf(policy),
    judgeDepositTarget: (request) => byPolicy(judgeDepositTarget(request, policy)),
  };
}

function approvalsOf(policy: GuardPolicy): Pick<Guard, 'approvals'> {
  const table = policy.approvals;
  if (!table) return {};
  const looksAtReceivers = table.rows.some(
    ({ when, outcome }) =>
      when.newReceiver || (typeof outcome === 'object' && outcome.coolFor !== undefined),
  );
  return {
    approvals: {
      approvers: table.approvers,
      asksWhoWasPaid: (job) => looksAtReceivers && !isKnownReceiver(job, policy),
      newFor: Math.max(
        0,
        ...table.rows.map(({ outcome }) =>
          typeof outcome === 'object' ? (outcome.coolFor ?? 0) : 0,
        ),
      ),
    },
  };
}

function neverShared(): Judgement {
  const rule = 'DECODE';
  const finding = rejection(rule, 'payments of this family never share a transaction');
  return { kind: 'reject', rules: [rule], findings: [finding] };
}
