import { PublicKey } from '@solana/web3.js';
import type { AccountSender } from './account-sender.ts';
import type { SolanaToken } from './solana-catalogue.ts';
import { createTokenAccount, transfer } from './token-instructions.ts';

interface Payout {
  readonly orderId: string;
  readonly token: SolanaToken;
  /** A wallet's base58 address. */
  readonly receiver: string;
  /** In base units. */
  readonly amount: bigint;
}

/** Pays out orders to this chain. */
export interface Payer {
  readonly address: PublicKey;
  /**
   * Pays an order and creates the receiver's token account if needed. A second call for the same
   * order returns the existing payment. Resolves with the signature when it is final.
   * @throws {SandboxError} `transaction-failed`
   */
  payOut(payout: Payout): Promise<string>;
}

export function createPayer({ address, submit }: AccountSender): Payer {
  const paid = new Map<string, Promise<string>>();

  const pay = async ({ orderId, token, receiver, amount }: Payout): Promise<string> => {
    const to = new PublicKey(receiver);
    const payment = transfer({ token, from: address, to, amount });
    const instructions =
      token.behaviour === 'native' ? [payment] : [createTokenAccount(address, to, token), payment];
    const { executed } = await submit(`payout ${orderId}`, instructions).final;
    return executed.transaction.signature;
  };

  return {
    address,
    payOut(payout) {
      const payment = paid.get(payout.orderId) ?? pay(payout);
      paid.set(payout.orderId, payment);
      return payment;
    },
  };
}
