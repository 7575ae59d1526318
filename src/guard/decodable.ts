import type { SimulatedChanges } from '../ports/chain-adapter.ts';
import type { GuardRequest } from '../ports/guard.ts';
import type { Effects } from './effects.ts';

/** What effects are read from: the exact bytes, and what playing them showed. */
export type Decodable = Pick<GuardRequest, 'unsigned' | 'simulation' | 'chain'>;

/** Of the changes that were measured, those that every family's effects have. */
export function changesOf(
  changes: SimulatedChanges,
): Pick<Effects, keyof SimulatedChanges & keyof Effects> {
  const { balanceChanges, allowanceChanges, authorityChanges, inspected } = changes;
  return { balanceChanges, allowanceChanges, authorityChanges, inspected };
}
