import type { SimulatedChanges } from '../ports/chain-adapter.ts';
import type { GuardRequest } from '../ports/guard.ts';
import type { Effects } from './effects.ts';

/** The input of `decode`: the exact bytes and their simulation. */
export type Decodable = Pick<GuardRequest, 'unsigned' | 'simulation' | 'chain'>;

/** The simulated changes that every family's effects have. */
export function changesOf(
  changes: SimulatedChanges,
): Pick<Effects, keyof SimulatedChanges & keyof Effects> {
  const { balanceChanges, allowanceChanges, authorityChanges, inspected } = changes;
  return { balanceChanges, allowanceChanges, authorityChanges, inspected };
}
