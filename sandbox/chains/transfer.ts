import type { ChainAddress, TransactionId } from '../notation.ts';

/** Money that arrived at an address, by a transaction that did what it should. */
export interface Transfer {
  /** On TON the message that began it all. */
  readonly tx: TransactionId;
  /**
   * Tells it from others of the same transaction, also if a reorganization moves it to another
   * block.
   */
  readonly part: string;
  /** The number of the block that has it. */
  readonly block: bigint;
  readonly to: ChainAddress;
  readonly token: ChainAddress;
  /** In base units. */
  readonly amount: bigint;
  /** What the payer said that it is for; null if nothing, or where nothing can be said. */
  readonly memo: string | null;
}

/** The transfers of some blocks, both included, to some addresses. */
export interface TransferQuery {
  readonly from: bigint;
  readonly to: bigint;
  readonly receivers: ReadonlySet<ChainAddress>;
}

/** Where a payment can be made. */
export interface OrderedDeposit {
  readonly address: ChainAddress;
  /** As people are told. */
  readonly text: string;
}
