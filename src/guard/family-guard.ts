import type { Family } from '../core/swap/chains.ts';
import type { UnsignedTransaction } from '../ports/chain-adapter.ts';
import type { Intent, Verdict } from '../ports/guard.ts';
import type { Decodable } from './decodable.ts';
import type { DecodedEffects, Effects } from './effects.ts';
import type { Rule } from './rule.ts';

/** What the guard has of a chain family; each family's definition has one. */
export interface FamilyGuard<Seen extends Effects> {
  /**
   * Reads the effects of the exact bytes. It throws, or returns a fault, where they cannot be read.
   */
  decode(request: Decodable): DecodedEffects<Seen>;
  /**
   * Who is asked about a transaction of each intent: the common rules and the family's own.
   * `refused`: nothing is ever signed for that intent, and such a request is rejected.
   */
  rules: Readonly<Record<Intent['kind'], readonly Rule<Seen>[] | 'refused'>>;
  /** Judges a transaction that several swaps share; absent: the family has none. */
  judgeShared?(whole: UnsignedTransaction, parts: readonly UnsignedTransaction[]): Verdict;
}

/** The guard of any family: what its rules look at, its own `decode` returns. */
export interface AnyGuard extends Pick<FamilyGuard<Effects>, 'decode' | 'judgeShared'> {
  rules: Readonly<Record<Intent['kind'], readonly Rule<never>[] | 'refused'>>;
}

/** Where families have their guards. */
export type FamilyGuards = Readonly<Record<Family, { guard: AnyGuard }>>;
