import type { ErrorCode } from '../../../errors/codes.ts';

/** What earlier requests showed about an endpoint. Times are in milliseconds since the epoch. */
export interface EndpointFacts {
  /**
   * The newest block that it returned, when it did, and the age of the block at that time by the
   * block's own timestamp.
   */
  head?: { latest: bigint; at: number; age: number };
  /** Consecutive failures. Failures while it rests are not counted. */
  failures: number;
  /** It rests until then: it is asked only if no other endpoint answers. */
  restsUntil: number;
  /** Why it rests. */
  error?: ErrorCode;
}

/** Tolerated lag in milliseconds: blocks take a moment to reach every node. */
const patience = 6_000;
/** Tolerated lag in blocks, for slow chains. */
const patientBlocks = 2;
const firstRest = 1_000;
const longestRest = 60_000;

/**
 * Blocks by which an endpoint lags the best one that is not failing. Assumes that it has received a
 * block per block time since it was last asked.
 */
export function lagOf(
  { head }: EndpointFacts,
  all: readonly EndpointFacts[],
  now: number,
  blockTimeMs: number,
): bigint {
  if (!head) return 0n;
  const reached = head.latest + BigInt(Math.max(0, Math.floor((now - head.at) / blockTimeMs)));
  let best = reached;
  for (const other of all)
    if (other.failures === 0 && other.head && other.head.latest > best) best = other.head.latest;
  return best - reached;
}

/**
 * Whether an endpoint lags too far for its state to be used in decisions. An endpoint whose newest
 * block is fresh is never behind: one endpoint that invents a height must not exclude the others.
 */
export function isBehind(
  one: EndpointFacts,
  all: readonly EndpointFacts[],
  now: number,
  blockTimeMs: number,
): boolean {
  const allowed = Math.max(patience, patientBlocks * blockTimeMs);
  const isFresh = one.head === undefined || one.head.age <= allowed;
  return !isFresh && lagOf(one, all, now, blockTimeMs) > BigInt(Math.ceil(allowed / blockTimeMs));
}

export function isResting({ restsUntil }: EndpointFacts, now: number): boolean {
  return restsUntil > now;
}

/**
 * Milliseconds to rest: doubles from a second to a minute. At least `retryAfter`, up to the minute.
 */
export function restAfter(failures: number, retryAfter = 0): number {
  return Math.min(longestRest, Math.max(retryAfter, firstRest * 2 ** (failures - 1)));
}

/**
 * The order in which to ask: first the endpoints that keep up, as configured; then those that are
 * behind; then those that rest, the one whose rest ends first in front. None is left out: if all
 * others fail, the last one is asked too.
 */
export function rankEndpoints<Known extends { facts: EndpointFacts }>(
  endpoints: readonly Known[],
  now: number,
  blockTimeMs: number,
): Known[] {
  const all = endpoints.map(({ facts }) => facts);
  const rank = ({ facts }: Known): number => {
    if (isResting(facts, now)) return facts.restsUntil;
    return isBehind(facts, all, now, blockTimeMs) ? 1 : 0;
  };
  return [...endpoints].sort((one, other) => rank(one) - rank(other));
}
