import type { Family } from '../core/swap/chains.ts';
import type { UnsignedTransaction } from '../ports/chain-adapter.ts';
import type { Intent, Judgement } from '../ports/guard.ts';
import type { Decodable } from './decodable.ts';
import type { DecodedEffects, Effects } from './effects.ts';
import type { Rule } from './rule.ts';

/** The guard's part of a chain family; each family's definition has one. */
export interface FamilyGuard<Seen extends Effects> {
  /** Reads the effects of the exact bytes. Throws, or returns a fault, if they cannot be read. */
  decode(request: Decodable): DecodedEffects<Seen>;
  /**
   * The rules for each intent: common ones and the family's own. `refused`: requests of that intent
   * are always rejected.
   */
  rules: Readonly<Record<Intent['kind'], readonly Rule<Seen>[] | 'refused'>>;
  /** Judges a transaction that several swaps share. Absent: the family has none. */
  judgeShared?(whole: UnsignedTransaction, parts: readonly UnsignedTransaction[]): Judgement;
}

/** The guard of any family: its rules accept the effects that its own `decode` returns. */
export interface AnyGuard extends Pick<FamilyGuard<Effects>, 'decode' | 'judgeShared'> {
  rules: Readonly<Record<Intent['kind'], readonly Rule<never>[] | 'refused'>>;
}

/** The guards of all families. */
export type FamilyGuards = Readonly<Record<Family, { guard: AnyGuard }>>;
