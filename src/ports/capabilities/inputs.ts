import type { Outpoint } from '../../core/swap/swap.ts';
import type { TransactionObject } from '../../core/swap/transaction-object.ts';

/** Coins (transaction outputs) that transactions spend: what a lease is of on Bitcoin. */
export interface Inputs {
  /**
   * Chooses the coins that pay for a transfer, before anything is reserved. Throws
   * `INSUFFICIENT_GAS`, `ROUTER_MALFORMED`.
   */
  choose(account: string, transaction: TransactionObject): Promise<TransactionObject>;
  /**
   * Whether the account's coins pay `amount` base units of the native coin and a fee. Throws
   * `INSUFFICIENT_BALANCE`, `FEE_TOO_HIGH`, and `BALANCE_RESERVED` where it takes what an earlier
   * transaction of the account brings back.
   */
  require(account: string, amount: bigint): Promise<void>;
  /** The coins that the transaction spends. Throws `ROUTER_MALFORMED`. */
  of(transaction: TransactionObject): readonly Outpoint[];
}
