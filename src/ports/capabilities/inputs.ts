import type { Outpoint } from '../../core/swap/swap.ts';
import type { TransactionObject } from '../../core/swap/transaction-object.ts';

/** Coins (transaction outputs) that transactions spend. On Bitcoin a lease is of coins. */
export interface Inputs {
  /**
   * Selects the coins for a transfer, before anything is reserved. Throws `INSUFFICIENT_GAS`,
   * `ROUTER_MALFORMED`.
   */
  choose(account: string, transaction: TransactionObject): Promise<TransactionObject>;
  /**
   * Checks that the account's coins cover `amount` base units of the native coin and a fee. Throws
   * `INSUFFICIENT_BALANCE`, `FEE_TOO_HIGH`, and `BALANCE_RESERVED` if that needs the change of an
   * earlier transaction of the account.
   */
  require(account: string, amount: bigint): Promise<void>;
  /** The coins that the transaction spends. Throws `ROUTER_MALFORMED`. */
  of(transaction: TransactionObject): readonly Outpoint[];
}
