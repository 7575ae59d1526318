import { isListed } from '../../../../guard/admission.ts';
import { admittedOn } from '../../../../guard/policy/guard-policy.ts';
import { findingsOf, hold, type Rule, reject } from '../../../../guard/rule.ts';
import type { SolanaEffects } from '../effects.ts';

/**
 * S03. No lookup table is being deactivated. The configured endpoint reads its entries. Tables are
 * append-only, so an index always means the same address, whoever owns the table. A transaction
 * with an index without an entry is not decoded.
 */
export const lookupTables: Rule<SolanaEffects> = {
  id: 'S03',
  check: ({ lookupTables: tables }) =>
    tables
      .filter(({ isActive }) => !isActive)
      .map(({ address }) => reject('a lookup table is being deactivated', { table: address })),
};

/**
 * S04. Every program that the transaction or another program calls is native to all clusters and
 * readable for the guard, or the policy names it. A simulation cannot show everything that an
 * unknown program may do.
 */
export const programs: Rule<SolanaEffects> = {
  id: 'S04',
  check({ instructions, innerCalls }, { chain, guardPolicy }) {
    const { programs: listed } = admittedOn(guardPolicy, chain.name);
    const isUnlisted = ({ kind, program }: { kind: string; program: string }): boolean =>
      kind === 'other' && !isListed('solana', listed, program);
    return [
      ...findingsOf(instructions.length === 0 && reject('the transaction calls no program')),
      ...unique(instructions.filter(isUnlisted)).map((program) =>
        hold(
          { kind: 'program', chain: chain.name, address: program },
          'the transaction calls a program that the policy does not name',
          { program },
        ),
      ),
      ...unique(innerCalls.filter(isUnlisted)).map((program) =>
        hold(
          { kind: 'program', chain: chain.name, address: program },
          'a program calls a program that the policy does not name',
          { program },
        ),
      ),
    ];
  },
};

function unique(calls: readonly { program: string }[]): string[] {
  return [...new Set(calls.map(({ program }) => program))];
}
