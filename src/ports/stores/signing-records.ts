import type { VerdictTrace } from '../../core/approvals/verdict-trace.ts';
import type { LeaseCaps } from '../../core/caps/cap.ts';
import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, OrderId, StepId, SwapId, WalletId } from '../../core/swap/ids.ts';
import type { AttemptKind, LeaseTerms, Outpoint, Reason, StepKind } from '../../core/swap/swap.ts';
import type { Fee } from '../../core/swap/transaction-object.ts';
import type { BalancesAtBlock } from '../chain-adapter.ts';
import type { Versioned } from './versioned.ts';

/*
 * Requests and results of the journal between a step and its signed bytes: leases, commits, CPFP
 * children.
 */

export interface LeaseRequest extends Versioned {
  kind: StepKind;
  orderId?: OrderId;
  chain: ChainName;
  walletId: WalletId;
  account: string;
  /**
   * The account's next nonce (TON: the wallet's seqno) on the chain, counting included transactions
   * only. Absent if transactions have none.
   */
  chainNonce?: bigint;
  /** The coins to spend. Bitcoin only. */
  outpoints?: readonly Outpoint[];
  balances: BalancesAtBlock;
  /**
   * The most that the step takes from the wallet: amount, native value, network fee. One entry per
   * token.
   */
  reserve: readonly { token: TokenAddress; amount: bigint }[];
  nativeToken: TokenAddress;
  /**
   * Set for a token payment: it is leased only if the confirmed allowance minus signed needs covers
   * `amount`.
   */
  need?: { token: TokenAddress; spender: string; amount: bigint };
  /**
   * Set for an approve or revoke of this allowance. Only one is in flight, and an approve covers
   * the sum of the open needs.
   */
  sets?: { token: TokenAddress; spender: string; symbol: string; decimals: number };
  /** Of a payment, if caps are configured: what it reserves of them. */
  caps?: LeaseCaps;
  holder: string;
  /** Milliseconds of database time. */
  hold: number;
}

export type LeaseResult =
  | {
      kind: 'leased';
      leaseId: LeaseId;
      stepId: StepId;
      terms: LeaseTerms;
      allowanceValue?: bigint;
    }
  | { kind: 'refused'; refusal: LeaseRefusal };

export interface CommitRequest {
  swapId: SwapId;
  leaseId: LeaseId;
  holder: string;
  kind: AttemptKind;
  /**
   * The newest attempt when the bump or cancel was built. Refused if there is a newer one. Absent:
   * any.
   */
  replaces?: AttemptId;
  orderId?: OrderId;
  txId: string;
  bytes: string;
  fee: Fee;
  /** When the bytes expire. Set if the chain has such leases. */
  expires?: bigint;
  /**
   * For a cross-chain payment: the destination head just before the commit. Payouts come in later
   * blocks.
   */
  destinationAnchor?: bigint;
  /**
   * Coins that it spends in addition to those of its lease. No other lease gets them while this one
   * lives. Absent: none.
   */
  added?: readonly Outpoint[];
  /** The guard's verdict of what the swap signs, for its events. */
  trace?: VerdictTrace;
  /**
   * Payments of other swaps that joined the lease, in the order of their messages, which follow
   * this one's. Absent: none.
   */
  joined?: readonly JoinedPayment[];
}

export interface JoinedPayment {
  swapId: SwapId;
  orderId: OrderId;
  /** The guard's verdict of this payment. */
  trace?: VerdictTrace;
  destinationAnchor?: bigint;
}

/**
 * A refused commit wrote nothing: the caller must discard the bytes. `joined`: the swap whose
 * payment is refused, if it is not the first.
 */
export type CommitResult =
  | { kind: 'committed'; attemptId: AttemptId; version: number }
  | { kind: 'refused'; why: CommitRefusal; joined?: SwapId };

/**
 * `signed_before`: another attempt is the same transaction. `coins_taken`: another lease has one of
 * the added coins. Both must be rebuilt.
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
  /** The guard's verdict, for the swap's events. */
  trace?: VerdictTrace;
}

/** What becomes of a lease under which nothing is signed. */
export interface VoidRequest {
  leaseId: LeaseId;
  reason: Reason;
  /** Why: the guard's verdict of what one of the lease's swaps was to sign, for its events. */
  judged?: { swapId: SwapId; trace: VerdictTrace };
}

/** A refusal wrote nothing: the caller must discard the bytes. */
export type BoostResult =
  | { kind: 'committed'; version: number }
  | { kind: 'refused'; why: CommitRefusal };
