import type { Family } from '../core/swap/chains.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { WireTransaction } from './schemas.ts';

/** Reads the routing service's transactions for one chain family. Throws `ROUTER_MALFORMED`. */
export interface TransactionReader<Name extends Family = Family> {
  /** Refuses a transaction with members that execute on another family. */
  transaction(wire: WireTransaction): Extract<TransactionObject, { family: Name }>;
  /** The spender in canonical form; absent: the family has no allowances. */
  spender?(text: string): string;
}
