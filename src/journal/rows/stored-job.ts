import { capFromStored, type StoredCap } from '../../core/caps/stored-cap.ts';
import type { Job, JobRule, PriceBound } from '../../core/swap/job.ts';

/** A job as its jsonb column has it: amounts are decimal strings. */
export type StoredJob = Omit<Job, 'amount' | 'bound' | 'maxFee' | 'rule'> & {
  amount: string;
  bound: { kind: 'min_out'; minOut: string } | { kind: 'slippage'; slippageBps: number };
  maxFee?: string;
  rule?: StoredRule;
};

export type StoredRule = Omit<JobRule, 'budgets'> & { budgets: readonly StoredCap[] };

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
  return { ...rule, budgets: budgets.map(capFromStored) };
}

export function boundFromStored(bound: StoredJob['bound']): PriceBound {
  return bound.kind === 'min_out' ? { kind: 'min_out', minOut: BigInt(bound.minOut) } : bound;
}
