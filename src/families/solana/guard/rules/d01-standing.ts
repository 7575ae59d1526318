import { findingsOf, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { SolanaEffects } from '../effects.ts';

/** Part of D01. The deposit address is not a program, because a program keeps the money. */
export function judgeSolanaStanding(
  _effects: SolanaEffects,
  facts: { hasCode: boolean } | undefined,
): RuleFinding[] {
  return findingsOf(facts?.hasCode && reject('the deposit address is a program'));
}
