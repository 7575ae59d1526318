import type { ErrorCode } from '../../../errors/codes.ts';

/** What is known of an endpoint from what it was asked anyway. Times in milliseconds since 1970. */
export interface EndpointFacts {
  /**
   * The newest block that it told, when it told it, and how old the block was then by its own
   * timestamp.
   */
  head?: { latest: bigint; at: number; age: number };
  /** Times in a row that it failed; whatever fails while it rests is the same failure. */
  failures: number;
  /** It is left alone until then. */
  restsUntil: number;
  /** Why it rests. */
  error?: ErrorCode;
}

/** Blocks of this time may be missing, in milliseconds: they take a moment from node to node. */
const patience = 6_000;
/** However slow blocks are, an endpoint may miss the newest ones. */
const patientBlocks = 2;
const firstRest = 1_000;
const longestRest = 60_000;

/**
 * Blocks by which an endpoint is behind the best that is not failing. Since it was asked it is
 * given the blocks of the time.
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
 * Whether too many blocks are missing for state that decisions rest on. An endpoint whose newest
 * block is fresh is not behind, whatever another one says: one that names a height from nowhere
 * must not drive out the others.
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
 * Doubles from a second to a minute; an endpoint that says how long it wants to be left alone gets
 * that, up to the minute.
 */
export function restAfter(failures: number, retryAfter = 0): number {
  return Math.min(longestRest, Math.max(retryAfter, firstRest * 2 ** (failures - 1)));
}

/**
 * The order in which to ask, by facts alone: those that keep up, as configured; then those that are
 * behind; then those that rest, the one whose rest is over first. Nobody is left out: where all
 * others fail, the last resort is asked too.
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
