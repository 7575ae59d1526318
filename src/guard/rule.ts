import type { AdmissionItem } from '../core/approvals/admission-item.ts';
import { type Finding, type GuardRequest, type OrderRequest, paidOrder } from '../ports/guard.ts';
import type { Effects } from './effects.ts';
import type { GuardPolicy } from './policy/guard-policy.ts';

/** A request with what the operator and persons admit. */
export interface RuleRequest extends GuardRequest {
  guardPolicy: GuardPolicy;
}

/**
 * One rule, for every family whose effects have what it checks. Rules are independent of one
 * another. A rule that throws rejects.
 */
export interface Rule<in Seen extends Effects = Effects> {
  /** Stable, such as `E02`. */
  readonly id: string;
  /** An empty list: no finding. */
  readonly check: (effects: Seen, request: RuleRequest) => readonly RuleFinding[];
}

/** An order with what the operator and persons admit. */
export interface OrderRuleRequest extends OrderRequest {
  guardPolicy: GuardPolicy;
}

/** A rule about an order: it needs no bytes, so it is applied before anything is requested. */
export interface OrderRule extends Rule {
  readonly checkOrder: (request: OrderRuleRequest) => readonly RuleFinding[];
}

/** A rule about the order of a payment, for other intents without findings. */
export function orderRule({ id, checkOrder }: Pick<OrderRule, 'id' | 'checkOrder'>): OrderRule {
  return {
    id,
    checkOrder,
    check: (_effects, { intent, ...request }) => {
      const order = paidOrder(intent);
      return order ? checkOrder({ ...request, order }) : [];
    },
  };
}

/** A finding without its rule id, which the judge adds. */
export type RuleFinding = Omit<Finding, 'rule'>;

/** Keeps the findings whose condition holds. */
export function findingsOf(...list: readonly (RuleFinding | false | undefined)[]): RuleFinding[] {
  return list.filter((finding) => finding !== false && finding !== undefined);
}

export function reject(
  message: string,
  facts: Record<string, string | bigint | undefined> = {},
): RuleFinding {
  return { severity: 'reject', message, facts: texts(facts) };
}

export function requote(
  message: string,
  facts: Record<string, string | bigint | undefined> = {},
): RuleFinding {
  return { severity: 'requote', message, facts: texts(facts) };
}

/** A person may admit the item. The judge drops the finding if one has done so. */
export function hold(
  item: AdmissionItem,
  message: string,
  facts: Record<string, string | bigint | undefined> = {},
): RuleFinding {
  return { severity: 'hold', message, facts: texts(facts), item };
}

/** Marks a finding as one about the transaction's cost only. */
export function aboutFee(finding: RuleFinding): RuleFinding {
  return { ...finding, about: 'fee' };
}

/** Marks a finding as one about what the order is worth. */
export function aboutPrice(finding: RuleFinding): RuleFinding {
  return { ...finding, about: 'price' };
}

function texts(facts: Record<string, string | bigint | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value === undefined ? 'none' : `${value}`]),
  );
}
