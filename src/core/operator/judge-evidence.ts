import { closest, legsOf, type PayoutCandidate } from '../settlement/settlement.ts';
import type { SwapId } from '../swap/ids.ts';
import type { Leg } from '../swap/swap.ts';

/** What a transaction that a person named as evidence shows. */
export type EvidenceFinding =
  | { kind: 'shown'; legs: readonly Leg[] }
  | { kind: 'not_shown' }
  /** Every transfer in it is older than anything that the swap could have caused. */
  | { kind: 'too_early' }
  /** A reorganization could still remove it. */
  | { kind: 'not_final' }
  /** It has settled another swap. */
  | { kind: 'of_another'; bySwap: SwapId };

interface Sought {
  role: Leg['role'];
  /** The swap can only have caused transfers in later blocks. Absent: unknown. */
  after?: bigint | undefined;
  /**
   * In base units: only the transfer nearest to it is attributed. Absent: all transfers are, of any
   * token.
   */
  expected?: bigint | undefined;
}

/**
 * Judges the transfers in the transaction that a person named. Records the received amount even if
 * it is below the job's minimum. Only the person links the transfer to this swap, so its level is
 * `inferred`.
 */
export function judgeEvidence(
  candidates: readonly PayoutCandidate[],
  { role, after, expected }: Sought,
): EvidenceFinding {
  if (candidates.length === 0) return { kind: 'not_shown' };
  const free = candidates.filter(({ attributedTo }) => attributedTo === undefined);
  const [owner] = candidates.flatMap(({ attributedTo }) => attributedTo ?? []);
  if (free.length === 0 && owner !== undefined) return { kind: 'of_another', bySwap: owner };
  const later = free.filter(({ block }) => after === undefined || block > after);
  if (later.length === 0) return { kind: 'too_early' };
  const nearest = expected === undefined ? undefined : closest(later, expected);
  const taken = nearest ? [nearest] : later;
  if (taken.some(({ final }) => !final)) return { kind: 'not_final' };
  return { kind: 'shown', legs: legsOf(taken, 'inferred', role) };
}
