import type { BlockReference } from '../swap/block-reference.ts';

/** What a deposit order wants: exactly this amount, at this address, with this memo. */
export interface Deposit {
  /** As the provider gives it: on TON its form says whether a message may bounce. */
  address: string;
  /** Exact amount, in base units of the source token. */
  amount: bigint;
  /** The memo that the payment must carry, in the form of its chain. Absent: none. */
  memo?: string;
  /** The provider's id of the order. */
  exchangeId: string;
}

/** A payment that a deposit target received, from any payer. */
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
  /** Time of its block, in milliseconds since the epoch. */
  at: number;
}
