import type { Judgement, OrderRequest } from '../ports/guard.ts';
import { conclude, findingsSafely } from './judge.ts';
import type { GuardPolicy } from './policy/guard-policy.ts';
import type { OrderRule } from './rule.ts';
import { floor } from './rules/g07-minimum-output.ts';
import { tokenIdentity } from './rules/g08-tokens.ts';
import { routerSignals } from './rules/g14-router-signals.ts';

/** What every order of every family is judged by, with and without bytes. */
export const orderRules: readonly OrderRule[] = [floor, tokenIdentity, routerSignals];

/** Judges an order before anything is requested or signed for it. */
export function judgeOrder(request: OrderRequest, guardPolicy: GuardPolicy): Judgement {
  const findings = orderRules.flatMap((rule) =>
    findingsSafely(rule.id, () => rule.checkOrder({ ...request, guardPolicy })),
  );
  return conclude(
    orderRules.map(({ id }) => id),
    findings,
    request.admitted,
  );
}
