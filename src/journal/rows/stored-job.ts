import type { Job, PriceBound } from '../../core/swap/job.ts';

/** A job as its jsonb column has it: amounts are decimal strings. */
export type StoredJob = Omit<Job, 'amount' | 'bound' | 'maxFee'> & {
  amount: string;
  bound: { kind: 'min_out'; minOut: string } | { kind: 'slippage'; slippageBps: number };
  maxFee?: string;
};

export function jobFromStored(stored: StoredJob): Job {
  const { amount, bound, maxFee, ...same } = stored;
  return {
    ...same,
    amount: BigInt(amount),
    bound: boundFromStored(bound),
    ...(maxFee === undefined ? {} : { maxFee: BigInt(maxFee) }),
  };
}

export function boundFromStored(bound: StoredJob['bound']): PriceBound {
  return bound.kind === 'min_out' ? { kind: 'min_out', minOut: BigInt(bound.minOut) } : bound;
}
