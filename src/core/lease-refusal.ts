/** Why the journal does not hand out a lease; nothing was written. */
export type LeaseRefusal =
  | { kind: 'stopped'; code: 'SIGNING_STOPPED' | 'WALLET_FROZEN'; message: string }
  /** The chain shows less than this step alone needs. */
  | { kind: 'insufficient'; what: 'balance' | 'gas'; available: bigint; needed: bigint }
  /** The chain shows enough, but other open steps have reserved it. */
  | { kind: 'reserved'; available: bigint; needed: bigint }
  | { kind: 'allowance_short' }
  | { kind: 'approve_in_flight' }
  /** Another step of the wallet on this chain is between lease and commit. */
  | { kind: 'wallet_busy' }
  /** The account's nonce on the chain is past what the journal handed out: someone else uses the key. The wallet is now frozen. */
  | { kind: 'foreign_nonce'; chainNonce: bigint; expected: bigint };
