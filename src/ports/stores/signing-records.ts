import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, OrderId, StepId, SwapId, WalletId } from '../../core/swap/ids.ts';
import type { AttemptKind, LeaseTerms, Outpoint, StepKind } from '../../core/swap/swap.ts';
import type { Fee } from '../../core/swap/transaction-object.ts';
import type { BalancesAtBlock } from '../chain-adapter.ts';
import type { Versioned } from './versioned.ts';

/* What the journal is told and answers on the way from a step to its signed bytes: lease, commit, and what speeds an attempt up. */

export interface LeaseRequest extends Versioned {
  kind: StepKind;
  orderId?: OrderId;
  chain: ChainName;
  walletId: WalletId;
  account: string;
  /**
   * The account's next nonce (TON: the wallet's seqno) on the chain, included transactions only;
   * absent where transactions have none.
   */
  chainNonce?: bigint;
  /** The coins that are spent; on Bitcoin, and nowhere else. */
  outpoints?: readonly Outpoint[];
  balances: BalancesAtBlock;
  /**
   * What the step takes at most from the wallet: the amount, native value, the network fee; same
   * token summed up.
   */
  reserve: readonly { token: TokenAddress; amount: bigint }[];
  nativeToken: TokenAddress;
  /**
   * A payment in a token: it signs only if the confirmed allowance minus signed needs covers
   * `amount`.
   */
  need?: { token: TokenAddress; spender: string; amount: bigint };
  /**
   * An approve or revoke of this allowance: one in flight, and an approve is for the sum of open
   * needs.
   */
  sets?: { token: TokenAddress; spender: string };
  holder: string;
  /** Milliseconds of database time. */
  hold: number;
}

/** `keyRef`: the wallet's key, as the signer knows it. */
export type LeaseResult =
  | {
      kind: 'leased';
      leaseId: LeaseId;
      stepId: StepId;
      terms: LeaseTerms;
      keyRef: string;
      allowanceValue?: bigint;
    }
  | { kind: 'refused'; refusal: LeaseRefusal };

export interface CommitRequest {
  swapId: SwapId;
  leaseId: LeaseId;
  holder: string;
  kind: AttemptKind;
  /**
   * The attempt that was the newest when it was made dearer or taken back: refused where another
   * has come since. Absent: whichever is.
   */
  replaces?: AttemptId;
  orderId?: OrderId;
  txId: string;
  bytes: string;
  fee: Fee;
  /** When the bytes stop being valid, where a lease ends by that. */
  expires?: bigint;
  /**
   * A payment across chains: the destination's head just before it was stored. Payouts come in
   * later blocks.
   */
  destinationAnchor?: bigint;
  /**
   * Coins that it spends beside those of its lease: no other lease gets them while this one lives.
   * Absent: none.
   */
  added?: readonly Outpoint[];
  /**
   * Payments of swaps that have joined the lease, in the order of their messages, which come after
   * this one's. Absent: none.
   */
  joined?: readonly JoinedPayment[];
}

export interface JoinedPayment {
  swapId: SwapId;
  orderId: OrderId;
  destinationAnchor?: bigint;
}

/**
 * A refused commit wrote nothing: the bytes must be forgotten. `joined`: whose payment is refused,
 * where it is none of the first swap's.
 */
export type CommitResult =
  | { kind: 'committed'; attemptId: AttemptId; version: number }
  | { kind: 'refused'; why: CommitRefusal; joined?: SwapId };

/**
 * `signed_before`: the very same transaction belongs to another attempt; `coins_taken`: another
 * lease has one of the added coins. It has to be built anew.
 */
export type CommitRefusal =
  | 'lease_lost'
  | 'stopped'
  | 'order_expired'
  | 'swap_ended'
  | 'cancel_requested'
  | 'signed_before'
  | 'coins_taken';

export interface BoostRequest {
  swapId: SwapId;
  attemptId: AttemptId;
  txId: string;
  bytes: string;
  fee: Fee;
}

/** A refused one wrote nothing: the bytes must be forgotten. */
export type BoostResult =
  | { kind: 'committed'; version: number }
  | { kind: 'refused'; why: CommitRefusal };
