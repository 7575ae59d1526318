import type { ChainAddress, TransactionId } from '../notation.ts';

/** Money that arrived at an address by a successful transaction. */
export interface Transfer {
  /** On TON the id of the external message that started the trace. */
  readonly tx: TransactionId;
  /**
   * Distinguishes the transfer from others of the same transaction. A reorganization does not
   * change it.
   */
  readonly part: string;
  /** The number of its block. */
  readonly block: bigint;
  readonly to: ChainAddress;
  readonly token: ChainAddress;
  /** In base units. */
  readonly amount: bigint;
  /** The payment reference of the payer; null if there is none or the chain has no memos. */
  readonly memo: string | null;
}

/** Selects transfers to some addresses in a range of blocks, both ends included. */
export interface TransferQuery {
  readonly from: bigint;
  readonly to: bigint;
  readonly receivers: ReadonlySet<ChainAddress>;
}

/** A deposit target. */
export interface OrderedDeposit {
  readonly address: ChainAddress;
  /** The address in the form for users. */
  readonly text: string;
}
