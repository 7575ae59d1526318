import type { TokenAddress } from '../../core/swap/chains.ts';
import type { TransactionObject } from '../../core/swap/transaction-object.ts';

/** What a spender may take from an account (EIP-20). */
export interface Allowances {
  /** The allowance of `spender` over `account`'s `token`, as of `block` or a little later. */
  read(
    account: string,
    token: TokenAddress,
    spender: string,
  ): Promise<{ value: bigint; block: bigint }>;
  /**
   * Builds a transaction that sets the allowance to `value` (EIP-20 `approve`), without the router.
   */
  approve(token: TokenAddress, spender: string, value: bigint): TransactionObject;
}
