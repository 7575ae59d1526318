import type { SwapId } from './ids.ts';
import { closest, legsOf, type PayoutCandidate } from './settlement.ts';
import type { Leg } from './swap.ts';

/** What a transaction that a person names as evidence shows. */
export type EvidenceFinding =
  | { kind: 'shown'; legs: readonly Leg[] }
  | { kind: 'not_shown' }
  /** All that it brought came before the swap could have caused it. */
  | { kind: 'too_early' }
  /** A reorg could still take it. */
  | { kind: 'not_final' }
  /** Another swap was settled by it. */
  | { kind: 'of_another'; bySwap: SwapId };

interface Sought {
  role: Leg['role'];
  /** What comes of the swap comes in later blocks. Absent: nobody knows since when. */
  after?: bigint | undefined;
  /** Base units; of several transfers the nearest one is taken. Absent: all of them, in whatever token. */
  expected?: bigint | undefined;
}

/**
 * What a person has named is not measured by the job's minimum: it is recorded as it is. That it belongs to this swap rests on the person, so that no
 * more than `inferred` is said of it.
 */
export function judgeEvidence(
  candidates: readonly PayoutCandidate[],
  { role, after, expected }: Sought,
): EvidenceFinding {
  if (candidates.length === 0) return { kind: 'not_shown' };
  const free = candidates.filter(({ claimedBy }) => claimedBy === undefined);
  const [owner] = candidates.flatMap(({ claimedBy }) => claimedBy ?? []);
  if (free.length === 0 && owner !== undefined) return { kind: 'of_another', bySwap: owner };
  const later = free.filter(({ block }) => after === undefined || block > after);
  if (later.length === 0) return { kind: 'too_early' };
  const nearest = expected === undefined ? undefined : closest(later, expected);
  const taken = nearest ? [nearest] : later;
  if (taken.some(({ final }) => !final)) return { kind: 'not_final' };
  return { kind: 'shown', legs: legsOf(taken, 'inferred', role) };
}
