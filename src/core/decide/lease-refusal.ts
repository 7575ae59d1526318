import type { ChainName } from '../swap/chains.ts';

/** Why the journal does not hand out a lease; nothing was written. */
export type LeaseRefusal =
  | {
      kind: 'stopped';
      code: 'SIGNING_STOPPED' | 'WALLET_FROZEN' | 'JOURNAL_WENT_BACK';
      message: string;
    }
  /** The chain shows less than this step alone needs. */
  | { kind: 'insufficient'; what: 'balance' | 'gas'; available: bigint; needed: bigint }
  /** The chain shows enough, but other open steps have reserved it. */
  | { kind: 'reserved'; available: bigint; needed: bigint }
  | { kind: 'allowance_short' }
  | { kind: 'approve_in_flight' }
  /** A payment has yet to use the allowance, and an approve could be included before it. */
  | { kind: 'allowance_in_use' }
  /**
   * Another step of the wallet on this chain is between lease and commit, or what the chain says of
   * the account is older than the last one.
   */
  | { kind: 'wallet_busy' }
  /**
   * The wallet's last transaction is not proven yet, and the chain takes one after the other (TON,
   * Bitcoin).
   */
  | { kind: 'wallet_occupied'; chain: ChainName }
  /**
   * The journal was rolled back, and what the chain shows of the account was not compared with it
   * since.
   */
  | { kind: 'account_not_compared' }
  /**
   * The chain has used a nonce (`expected` is the lowest) that the journal did not sign for:
   * someone else uses the key. The wallet is now frozen.
   */
  | { kind: 'external_nonce'; chainNonce: bigint; expected: bigint }
  /**
   * Someone else has used or changed an allowance that was given for payments of ours. The wallet
   * is now frozen.
   */
  | { kind: 'external_use'; message: string }
  /** The same was signed before, in a history that the journal has lost. */
  | { kind: 'lost_attempt'; chain: ChainName; txId: string };
