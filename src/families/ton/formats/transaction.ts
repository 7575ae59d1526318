import type { Stored } from '../../shared/formats/stored.ts';

/** The messages that a wallet contract sends in one of its transactions. */
export interface TonTransaction {
  family: 'ton';
  messages: readonly TonMessage[];
}

export interface TonMessage {
  /** In any form. Its bounceable flag decides whether a payment bounces. */
  address: string;
  /** Nanotons. */
  value: bigint;
  /** The body, a BOC with one root in base64. Absent if empty. */
  payload?: string;
  /** State init of the contract to deploy, a BOC with one root in base64. */
  stateInit?: string;
}

export interface TonFee {
  family: 'ton';
  /**
   * Nanotons for the wallet's own transaction and for sending its messages. The messages' values
   * pay for the receivers' transactions.
   */
  walletFee: bigint;
}

export function tonTransactionFromStored(stored: Stored<TonTransaction>): TonTransaction {
  const messages = stored.messages.map((message) => ({ ...message, value: BigInt(message.value) }));
  return { ...stored, messages };
}
