import type { TokenAddress } from '../core/chains.ts';
import type { ReceivedTransfer } from './chain-adapter.ts';

/** A plain payment, which `paymentOf` makes a transaction of. */
export interface PaymentRequest {
  /** Who pays. */
  account: string;
  token: TokenAddress;
  /** An address that `parseAddress` takes, as it was given: on TON its form says whether a message may bounce. */
  to: string;
  /** Base units of the token, more than zero. */
  amount: bigint;
  memo?: string;
}

/** Where payments are looked for. */
export interface PaymentPlace {
  /** Canonical form. */
  account: string;
  token: TokenAddress;
  /** Payments in later blocks are wanted. */
  after: bigint;
}

/** What a look has shown of one place. */
export interface PaymentsSeen {
  /** The earlier ones first. */
  payments: IncomingPayment[];
  /** The next look need not go back behind this block: it is final, and all payments up to it are among these or came before. At least `after`. */
  lookedUntil: bigint;
  /** The look ended before the newest block: what is in later ones was not seen yet. */
  isCut?: boolean;
}

/** A transfer that came to a place, with what its chain tells of where it is from and what for. */
export interface IncomingPayment extends ReceivedTransfer {
  /** What stands beside it, in the form that its chain has for a memo (as `paymentOf` writes it); absent: nothing that is text. */
  memo?: string;
  /** Who sent it, where the chain tells. */
  payer?: string;
  /** When its block was made, in milliseconds since the epoch. */
  at: number;
}
