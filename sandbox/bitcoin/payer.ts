import type { Hex } from 'viem';
import type { AccountSender } from './account-sender.ts';

interface Payout {
  readonly orderId: Hex;
  /** The receiver's output script. */
  readonly script: Uint8Array;
  /** In satoshis. */
  readonly amount: bigint;
  onSent(txid: string): void;
}

/** Pays out orders to this chain. */
export interface Payer {
  readonly address: string;
  /**
   * Pays an order. A second call for the same order returns the existing payment.
   * @returns the txid, once it is in a block; a reorganization does not change it
   * @throws {SandboxError} `transaction-failed`
   */
  payOut(payout: Payout): Promise<string>;
}

export function createPayer({ address, pay, mined }: AccountSender): Payer {
  const paid = new Map<Hex, Promise<string>>();

  const payOnce = async ({ script, amount, onSent }: Payout): Promise<string> => {
    const txid = await pay({ script, value: amount });
    onSent(txid);
    await mined(txid);
    return txid;
  };

  return {
    address,
    payOut(payout) {
      const payment = paid.get(payout.orderId) ?? payOnce(payout);
      paid.set(payout.orderId, payment);
      return payment;
    },
  };
}
