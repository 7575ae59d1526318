import type { DecodedEffects, Effects } from '../families/effects.ts';
import type { UnsignedTransaction } from '../ports/chain-adapter.ts';
import type { Intent, Verdict } from '../ports/guard.ts';
import type { Decodable } from './decodable.ts';
import type { Rule } from './rule.ts';

/** What the guard has of a chain family. The table of families has one of each. */
export interface FamilyGuard<Name extends Effects['family'] = Effects['family']> {
  /** Reads the effects of the exact bytes. It throws, or returns a fault, where they cannot be read. */
  decode(request: Decodable): DecodedEffects;
  /**
   * Who is asked about a transaction of each intent: the common rules and the family's own. `refused`: nothing is ever signed for that intent,
   * and such a request is rejected.
   */
  rules: Readonly<Record<Intent['kind'], readonly Rule<Name>[] | 'refused'>>;
  /** Judges a transaction that several swaps share; absent: the family has none. */
  judgeShared?(whole: UnsignedTransaction, parts: readonly UnsignedTransaction[]): Verdict;
}

export type FamilyGuards = { readonly [Name in Effects['family']]: FamilyGuard<Name> };
