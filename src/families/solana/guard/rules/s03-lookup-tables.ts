import { findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import type { SolanaEffects } from '../effects.ts';

/** About half an hour. Then every branch of the chain has the table's newest entries. */
const settledAfter = 5_000n;

/**
 * S03. The configured endpoint reads the entries of lookup tables. A table is frozen, or nothing
 * was added to it within the last 5,000 slots: on another branch of the chain, newer entries may be
 * others. No table is being deactivated. A transaction with an index without an entry is not
 * decoded. (docs.anza.xyz, proposals, versioned transactions)
 */
export const lookupTables: Rule<SolanaEffects> = {
  id: 'S03',
  check: ({ lookupTables: tables, slot }) =>
    tables.flatMap(({ address, table }) =>
      findingsOf(
        !table && reject('the endpoint has no such lookup table', { table: address }),
        table?.isActive === false &&
          reject('a lookup table is being deactivated', { table: address }),
        table !== undefined &&
          table.canGrow !== false &&
          !(slot - table.lastExtended > settledAfter) &&
          requote('a lookup table was extended a short time ago', {
            table: address,
            lastExtended: table.lastExtended,
            slot,
          }),
      ),
    ),
};
