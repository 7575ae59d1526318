import type { BlockReference } from '../core/swap/block-reference.ts';
import type { TokenAddress } from '../core/swap/chains.ts';

/** A plain payment, which `paymentOf` makes a transaction of. */
export interface PaymentRequest {
  /** Who pays. */
  account: string;
  token: TokenAddress;
  /**
   * An address that `parseAddress` takes, as it was given: on TON its form says whether a message
   * may bounce.
   */
  to: string;
  /** Base units of the token, more than zero. */
  amount: bigint;
  memo?: string;
}

/** Where payments are looked for. */
export interface DepositTarget {
  /** Canonical form. */
  account: string;
  token: TokenAddress;
  /** Payments in later blocks are wanted. */
  after: bigint;
}

/** What a look has shown of one target. */
export interface PaymentsSeen {
  /** The earlier ones first. */
  payments: IncomingPayment[];
  /**
   * The next look need not go back behind this block: it is final, and all payments up to it are
   * among these or came before. At least `after`.
   */
  lookedUntil: bigint;
  /** The look ended before the newest block: what is in later ones was not seen yet. */
  isCut?: boolean;
  /**
   * How far the look went, whether that is final or not. Absent: no farther than `after`, or nobody
   * knows when that block was made.
   */
  through?: LookedBlock;
}

/** The newest block that a look went through. */
export interface LookedBlock {
  number: bigint;
  /**
   * In milliseconds since the epoch, by the clock of whoever made the block: later blocks are not
   * older. Where blocks need not be in the order of their times, it is a time that no later block
   * can be before (Bitcoin: the median of the last eleven).
   */
  time: number;
}

/** What came to an account. `amount` is in base units of the token. */
export interface ReceivedTransfer {
  txId: string;
  /**
   * Tells transfers of one transaction apart, and is the same whenever it is asked. Tokens: the
   * place of the log (EVM: in the block, TRON: in the transaction) or of the token account
   * (Solana). Native coins: below zero, by the place of the call, or of the receiver's account.
   * TON: by the hash of the transaction in which it arrived; `txId` is of the message that led to
   * that.
   */
  index: number;
  token: TokenAddress;
  amount: bigint;
  block: BlockReference;
  /** Whether `block` is irreversible, as `head` tells it. */
  final: boolean;
}

/** A transfer that came to a target, with what its chain tells of where it is from and what for. */
export interface IncomingPayment extends ReceivedTransfer {
  /**
   * What stands beside it, in the form that its chain has for a memo (as `paymentOf` writes it);
   * absent: nothing that is text.
   */
  memo?: string;
  /** Who sent it, where the chain tells. */
  payer?: string;
  /** When its block was made, in milliseconds since the epoch. */
  at: number;
}
