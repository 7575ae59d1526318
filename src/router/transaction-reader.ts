import type { Family } from '../core/swap/chains.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { WireTransaction } from './schemas.ts';

/**
 * How the routing service's transactions are read for one chain family. Throws `ROUTER_MALFORMED`.
 */
export interface TransactionReader<Name extends Family = Family> {
  /** A member by which another family is executed makes a transaction unusable. */
  transaction(wire: WireTransaction): Extract<TransactionObject, { family: Name }>;
  /**
   * Whom a token has to be approved for, in canonical form; absent: the family has no allowances.
   */
  spender?(text: string): string;
}
