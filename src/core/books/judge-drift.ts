import type { ChainName, Family, TokenAddress } from '../swap/chains.ts';

/** Two balances of one account, and the sum of what was booked between them. Base units. */
export interface DriftFacts {
  wallet: string;
  family: Family;
  chain: ChainName;
  token: TokenAddress;
  symbol: string;
  decimals: number;
  /** Milliseconds since the epoch. */
  from: number;
  until: number;
  before: bigint;
  after: bigint;
  expected: bigint;
}

export interface DriftFinding extends DriftFacts {
  /** What the account has more than the books say; negative: less. */
  difference: bigint;
  /** Up to so many base units, chains take fees that no transaction of the account shows. */
  tolerance: bigint;
}

const dayMs = 86_400_000;

/**
 * The part of a balance's change that no posting explains. `undefined`: there is none. A difference
 * within the tolerance is stored and shown too, but raises no notice.
 * @param perDay base units that the chain may take of an account each day, such as TON for storage
 */
export function judgeDrift(facts: DriftFacts, perDay = 0n): DriftFinding | undefined {
  const difference = facts.after - facts.before - facts.expected;
  if (difference === 0n) return undefined;
  const days = BigInt(Math.max(0, Math.ceil((facts.until - facts.from) / dayMs)));
  return { ...facts, difference, tolerance: perDay * days };
}

/** Chains only take such fees, they give nothing: what an account has more is beyond any tolerance. */
export function isBeyond({ difference, tolerance }: DriftFinding): boolean {
  return difference > 0n || -difference > tolerance;
}
