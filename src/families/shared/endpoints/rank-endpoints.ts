import type { ErrorCode } from '../../../errors/codes.ts';

/** What earlier requests showed about an endpoint. Times are in milliseconds since the epoch. */
export interface EndpointFacts {
  /**
   * The newest block that it returned, when it did, and the age of the block at that time by the
   * block's own timestamp.
   */
  head?: { latest: bigint; at: number; age: number };
  /** Consecutive failures. Failures while it backs off are not counted. */
  failures: number;
  /** It backs off until then: it is asked only if no other endpoint answers. */
  backoffUntil: number;
  /** Why it backs off. */
  error?: ErrorCode;
}

/** Tolerated lag in milliseconds: blocks take a moment to reach every node. */
const patience = 6_000;
/** Tolerated lag in blocks, for slow chains. */
const patientBlocks = 2;
const firstBackoff = 1_000;
const longestBackoff = 60_000;

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

export function isBackingOff({ backoffUntil }: EndpointFacts, now: number): boolean {
  return backoffUntil > now;
}

/**
 * Milliseconds to back off: doubles from a second to a minute. At least `retryAfter`, up to the
 * minute.
 */
export function backoffAfter(failures: number, retryAfter = 0): number {
  return Math.min(longestBackoff, Math.max(retryAfter, firstBackoff * 2 ** (failures - 1)));
}

/**
 * The order in which to ask: first the endpoints that keep up, as configured; then those that are
 * behind; then those that back off, the one whose backoff ends first in front. None is left out:
 * if all others fail, the last one is asked too.
 */
export function rankEndpoints<Known extends { facts: EndpointFacts }>(
  endpoints: readonly Known[],
  now: number,
  blockTimeMs: number,
): Known[] {
  const all = endpoints.map(({ facts }) => facts);
  const rank = ({ facts }: Known): number => {
    if (isBackingOff(facts, now)) return facts.backoffUntil;
    return isBehind(facts, all, now, blockTimeMs) ? 1 : 0;
  };
  return [...endpoints].sort((one, other) => rank(one) - rank(other));
}
