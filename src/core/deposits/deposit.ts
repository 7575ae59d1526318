import type { BlockReference } from '../swap/block-reference.ts';

/**
 * What an order that is paid by deposit wants: so much to this address, with this written beside
 * it, and nothing else.
 */
export interface Deposit {
  /** As the provider writes it: on TON its form says whether a message may bounce. */
  address: string;
  /** Base units of the source token, exactly. */
  amount: bigint;
  /** What has to stand beside the payment, in the form that its chain takes. Absent: nothing. */
  memo?: string;
  /** Names the order at its provider. */
  exchangeId: string;
}

/** A payment that came to where an order wants its deposit, from whomever. */
export interface DepositPayment {
  txId: string;
  /** Tells payments of one transaction apart. */
  index: number;
  /** Base units of the source token. */
  amount: bigint;
  memo?: string;
  payer?: string;
  block: BlockReference;
  final: boolean;
  /** When its block was made, in milliseconds since the epoch. */
  at: number;
}
