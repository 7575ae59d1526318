import type { Cap } from '../../core/caps/cap.ts';
import type { Job, JobRule, PriceBound } from '../../core/swap/job.ts';

/** A job as its jsonb column has it: amounts are decimal strings. */
export type StoredJob = Omit<Job, 'amount' | 'bound' | 'maxFee' | 'rule'> & {
  amount: string;
  bound: { kind: 'min_out'; minOut: string } | { kind: 'slippage'; slippageBps: number };
  maxFee?: string;
  rule?: StoredRule;
};

export type StoredRule = Omit<JobRule, 'budgets'> & { budgets: readonly StoredCap[] };

type StoredCap = Omit<Cap, 'bound'> & {
  bound: { unit: 'usd'; usdE18: string } | Exclude<Cap['bound'], { unit: 'usd' }>;
};

export function jobFromStored(stored: StoredJob): Job {
  const { amount, bound, maxFee, rule, ...same } = stored;
  return {
    ...same,
    amount: BigInt(amount),
    bound: boundFromStored(bound),
    ...(maxFee === undefined ? {} : { maxFee: BigInt(maxFee) }),
    ...(rule === undefined ? {} : { rule: ruleFromStored(rule) }),
  };
}

export function ruleFromStored({ budgets, ...rule }: StoredRule): JobRule {
  return { ...rule, budgets: budgets.map((cap) => ({ ...cap, bound: capBoundOf(cap.bound) })) };
}

function capBoundOf(bound: StoredCap['bound']): Cap['bound'] {
  return bound.unit === 'usd' ? { ...bound, usdE18: BigInt(bound.usdE18) } : bound;
}

export function boundFromStored(bound: StoredJob['bound']): PriceBound {
  return bound.kind === 'min_out' ? { kind: 'min_out', minOut: BigInt(bound.minOut) } : bound;
}
