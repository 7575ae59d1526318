import { ofFamily } from '../../../../core/swap/of-family.ts';
import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import type { SolanaEffects } from '../effects.ts';

/**
 * S03. No lookup table is being deactivated. Our own endpoint reads its entries. Entries are only
 * ever added, so an index stands for the same address for good, whoever owns the table. An index
 * without an entry is not decoded at all.
 */
export const lookupTables: Rule<SolanaEffects> = {
  id: 'S03',
  check: ({ lookupTables: tables }) =>
    tables
      .filter(({ isActive }) => !isActive)
      .map(({ address }) => reject('a lookup table is being deactivated', { table: address })),
};

/**
 * S04. Every program, called by the transaction or by another program, is one that all clusters
 * have and the guard can read, or on the chain's list. What an unknown program does depends on more
 * than a simulation can show.
 */
export const programs: Rule<SolanaEffects> = {
  id: 'S04',
  check({ instructions, innerCalls }, { chain }) {
    const { programs: listed } = ofFamily(chain, 'solana');
    const isUnlisted = ({ kind, program }: { kind: string; program: string }): boolean =>
      kind === 'other' && !listed.includes(program);
    return [
      ...findingsOf(instructions.length === 0 && reject('the transaction calls no program')),
      ...unique(instructions.filter(isUnlisted)).map((program) =>
        reject('the transaction calls a program that is not listed', { program }),
      ),
      ...unique(innerCalls.filter(isUnlisted)).map((program) =>
        reject('a program calls one that is not listed', { program }),
      ),
    ];
  },
};

function unique(calls: readonly { program: string }[]): string[] {
  return [...new Set(calls.map(({ program }) => program))];
}
