import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { WireTransaction } from './schemas.ts';

/**
 * How the routing service's transactions are read for one chain family. Throws `ROUTER_MALFORMED`.
 */
export interface TransactionReader {
  /** A member by which another family is executed makes a transaction unusable. */
  transaction(wire: WireTransaction): TransactionObject;
  /**
   * Whom a token has to be approved for, in canonical form; absent: the family has no allowances.
   */
  spender?(text: string): string;
}
