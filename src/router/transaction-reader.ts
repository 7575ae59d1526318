import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { WireTransaction } from './schemas.ts';

/** Reads the routing service's transactions for one chain family. Throws `ROUTER_MALFORMED`. */
export interface TransactionReader {
  /** Refuses a transaction with members that execute on another family. */
  transaction(wire: WireTransaction): TransactionObject;
  /** The spender in canonical form; absent: the family has no allowances. */
  spender?(text: string): string;
}
