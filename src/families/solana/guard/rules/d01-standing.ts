import { type Objection, objections, reject } from '../../../../guard/rule.ts';
import type { SolanaEffects } from '../effects.ts';

/** Part of D01. Programs keep what is sent to them. */
export function judgeSolanaStanding(_effects: SolanaEffects, facts: { hasCode: boolean } | undefined): Objection[] {
  return objections(facts?.hasCode && reject('the deposit address is a program'));
}
