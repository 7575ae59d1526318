import type { Cap } from './cap.ts';

/** A cap as JSON has it: amounts are decimal strings. */
export type StoredCap = Omit<Cap, 'bound'> & {
  bound: { unit: 'usd'; usdE18: string } | Exclude<Cap['bound'], { unit: 'usd' }>;
};

export function capToStored({ bound, ...cap }: Cap): StoredCap {
  return { ...cap, bound: bound.unit === 'usd' ? { ...bound, usdE18: `${bound.usdE18}` } : bound };
}

export function capFromStored({ bound, ...cap }: StoredCap): Cap {
  return {
    ...cap,
    bound: bound.unit === 'usd' ? { ...bound, usdE18: BigInt(bound.usdE18) } : bound,
  };
}
