import type { Family } from '../core/swap/chains.ts';
import { bitcoinFamily } from './bitcoin/definition.ts';
import { evmFamily } from './evm/definition.ts';
import type { FamilyDefinition } from './family-definition.ts';
import { solanaFamily } from './solana/definition.ts';
import { tonFamily } from './ton/definition.ts';
import { tronFamily } from './tron/definition.ts';

/** Every chain family. A family without an entry, or with a missing member, does not compile. */
export const definitions = {
  evm: evmFamily,
  tron: tronFamily,
  solana: solanaFamily,
  ton: tonFamily,
  bitcoin: bitcoinFamily,
} as const satisfies { readonly [Name in Family]: FamilyDefinition<Name> };

export function definitionOf(family: Family): FamilyDefinition {
  return definitions[family];
}
