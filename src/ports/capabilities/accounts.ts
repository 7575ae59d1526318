import type { SignedHistory, SignedQuestion } from '../signed-history.ts';

/** How the chain shows an account's transactions: it counts them, or its blocks list them. */
export type Accounts = CountedAccounts | ListedAccounts;

/**
 * Each transaction of an account takes the next number: the EVM nonce, the seqno of a TON wallet.
 */
export interface CountedAccounts {
  readonly kind: 'counted';
  /**
   * The account's next nonce on the chain, counting included transactions only. Throws
   * `RPC_UNAVAILABLE`.
   */
  nextNonce(account: string): Promise<bigint>;
  /** The same with the account's pending transactions. Absent if the chain has no pool to query. */
  readonly pendingNonce?: (account: string) => Promise<bigint>;
}

/** An account's transactions have no number. */
export interface ListedAccounts {
  readonly kind: 'listed';
  /**
   * The transactions that an account signed in a period, as every configured host shows them.
   * Throws `RPC_UNAVAILABLE`.
   */
  signedWithin(question: SignedQuestion): Promise<SignedHistory>;
}
