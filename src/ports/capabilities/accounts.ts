import type { SignedHistory, SignedQuestion } from '../signed-history.ts';

/**
 * How an account's signed transactions are known: the chain counts them, or its blocks list them.
 */
export type Accounts = CountedAccounts | ListedAccounts;

/** Each transaction of an account has the next number: EVM's nonce, the seqno of a TON wallet. */
export interface CountedAccounts {
  readonly kind: 'counted';
  /**
   * The account's next nonce as the chain sees it, included transactions only. Throws
   * `RPC_UNAVAILABLE`.
   */
  nextNonce(account: string): Promise<bigint>;
  /**
   * The same with the account's transactions that wait in a pool, where its chain has one that can
   * be asked.
   */
  readonly pendingNonce?: (account: string) => Promise<bigint>;
}

/** Transactions of an account have no number. */
export interface ListedAccounts {
  readonly kind: 'listed';
  /**
   * The transactions that an account has signed within a time, as every configured host shows them.
   * Throws `RPC_UNAVAILABLE`.
   */
  signedWithin(question: SignedQuestion): Promise<SignedHistory>;
}
