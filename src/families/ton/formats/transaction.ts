import type { Stored } from '../../shared/formats/stored.ts';

/** What a wallet contract of TON is told to send, all of it in one transaction of the wallet. */
export interface TonTransaction {
  family: 'ton';
  messages: readonly TonMessage[];
}

export interface TonMessage {
  /** In any form: whether it says bounceable is a part of what is sent. */
  address: string;
  /** Nanotons. */
  value: bigint;
  /** Body, a BOC of one root in base64; absent: none. */
  payload?: string;
  /** Of the contract to deploy, a BOC of one root in base64; absent: none. */
  stateInit?: string;
}

export interface TonFee {
  family: 'ton';
  /**
   * Nanotons for the wallet's own transaction and for sending its messages; what the receivers'
   * transactions cost is in the messages' values.
   */
  walletFee: bigint;
}

export function tonTransactionFromStored(stored: Stored<TonTransaction>): TonTransaction {
  const messages = stored.messages.map((message) => ({ ...message, value: BigInt(message.value) }));
  return { ...stored, messages };
}
