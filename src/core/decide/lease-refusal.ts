import type { ChainName, TokenAddress } from '../swap/chains.ts';

/** Why the journal refuses a lease. Nothing was written. */
export type LeaseRefusal =
  | {
      kind: 'stopped';
      code: 'SIGNING_STOPPED' | 'WALLET_FROZEN' | 'JOURNAL_WENT_BACK';
      message: string;
    }
  /** The chain shows less than this step alone needs. */
  | { kind: 'insufficient'; what: 'balance' | 'gas'; available: bigint; needed: bigint }
  /** The chain shows enough, but other open steps have reserved it. */
  | { kind: 'reserved'; token: TokenAddress; available: bigint; needed: bigint }
  /**
   * Other payments leave less of a cap than this one takes. `until`: when enough of them leave its
   * window, in milliseconds since the epoch; absent: when other swaps end. `bound`:
   * its position in the request, within the journal only.
   */
  | { kind: 'cap_reached'; message: string; until?: number; bound?: number }
  | { kind: 'allowance_short' }
  | { kind: 'approve_in_flight' }
  /** An approve could be included before a payment that still has to use the allowance. */
  | { kind: 'allowance_in_use' }
  /**
   * Another step of the wallet on this chain is between lease and commit, or the account's chain
   * state was read before the last lease.
   */
  | { kind: 'wallet_busy' }
  /**
   * The chain takes one transaction after the other (TON, Bitcoin), and the wallet's last one is
   * not proven yet.
   */
  | { kind: 'wallet_occupied'; chain: ChainName }
  /** The journal was rolled back, and the account has not been compared with its chain since. */
  | { kind: 'account_not_compared' }
  /**
   * The chain has used a nonce that the journal did not sign for (`expected` is the lowest):
   * another program uses the key. The wallet is now frozen.
   */
  | { kind: 'external_nonce'; chainNonce: bigint; expected: bigint }
  /**
   * Another program used or changed an allowance given for our payments. The wallet is now frozen.
   */
  | { kind: 'external_use'; message: string }
  /** The same step was signed before, in a history that the journal has lost. */
  | { kind: 'lost_attempt'; chain: ChainName; txId: string };

/** The wallet lacks the funds for a step. */
export type FundsRefusal = Extract<LeaseRefusal, { kind: 'insufficient' | 'reserved' }>;
