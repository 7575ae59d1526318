import type { BlockReference } from '../core/swap/block-reference.ts';
import type { TokenAddress } from '../core/swap/chains.ts';

/** A plain payment, which `paymentOf` turns into a transaction. */
export interface PaymentRequest {
  /** The paying account. */
  account: string;
  token: TokenAddress;
  /**
   * An address that `parseAddress` accepts, in its original form: on TON that tells whether a
   * message may bounce.
   */
  to: string;
  /** Base units of the token, more than zero. */
  amount: bigint;
  memo?: string;
}

/** Where to look for payments. */
export interface DepositTarget {
  /** Canonical form. */
  account: string;
  token: TokenAddress;
  /** Only payments in later blocks are wanted. */
  after: bigint;
}

/** What one search found at one target. */
export interface PaymentScan {
  /** Oldest first. */
  payments: IncomingPayment[];
  /**
   * The next search may start after this block: it is final, and all payments up to it are in
   * `payments` or came before. At least `after`.
   */
  scannedUntil: bigint;
  /** The search ended before the newest block: later blocks have not been read. */
  isCut?: boolean;
  /** The newest block searched, final or not. Absent: not after `after`, or its time is unknown. */
  through?: ScannedBlock;
}

/** The newest block of a search. */
export interface ScannedBlock {
  number: bigint;
  /**
   * Milliseconds since the epoch, by the block producer's clock. No later block is older. If block
   * times are not monotonic, a bound that no later block can precede (Bitcoin: the median of the
   * last eleven).
   */
  time: number;
}

/** A transfer that an account received. `amount` in base units of the token. */
export interface ReceivedTransfer {
  txId: string;
  /**
   * Identifies a transfer within its transaction, always the same. Tokens: the index of the log
   * (EVM: in the block, TRON: in the transaction) or of the token account (Solana). Native coins:
   * negative, by the index of the call or of the receiver's account. TON: derived from the hash of
   * the transaction in which it arrived; `txId` is of the message that led to it.
   */
  index: number;
  token: TokenAddress;
  amount: bigint;
  block: BlockReference;
  /** Whether `block` is irreversible, by the definition of `head`. */
  final: boolean;
}

/** A transfer to a deposit target, with what the chain shows of its sender and purpose. */
export interface IncomingPayment extends ReceivedTransfer {
  /**
   * The attached text in the chain's form of a memo (as `paymentOf` writes it). Absent: no text.
   */
  memo?: string;
  /** The sender, if the chain shows it. */
  payer?: string;
  /** Time of its block, in milliseconds since the epoch. */
  at: number;
}
