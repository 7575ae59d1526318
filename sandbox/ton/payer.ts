import { Address, internal, type MessageRelaxed } from '@ton/core';
import type { Inclusion } from './account-history.ts';
import type { AccountSender } from './account-sender.ts';
import { jettonWalletAddress, transferBody } from './jetton.ts';
import type { TonToken } from './ton-catalogue.ts';

interface Payout {
  readonly orderId: string;
  readonly token: TonToken;
  /** Raw. */
  readonly receiver: string;
  /** In base units. */
  readonly amount: bigint;
}

/** Pays out orders to this chain. */
export interface Payer {
  /**
   * Pays an order. A second call for the same order returns the existing payment. Resolves when it
   * is final, with the hash (base64) of the receiving transaction: the receiver's own, or that of
   * its jetton wallet.
   * @throws {SandboxError} `transaction-failed`
   */
  payOut(payout: Payout): Promise<string>;
}

/** In nanotons: covers both ends of a jetton transfer and a new jetton wallet. The rest returns. */
const JETTON_TRANSFER_COINS = 100_000_000n;

export function createPayer({ address, send }: AccountSender): Payer {
  const paid = new Map<string, Promise<string>>();

  const pay = async ({ token, receiver, amount }: Payout): Promise<string> => {
    const to = Address.parseRaw(receiver);
    const { message, arrival } = payment({ token, from: address, to, amount });
    const inclusions = await send(message).final;
    const arrived = inclusions.find(({ included }) => included.account === arrival.toRawString());
    return requireFound(arrived).included.transaction.hash;
  };

  return {
    payOut(payout) {
      const payment = paid.get(payout.orderId) ?? pay(payout);
      paid.set(payout.orderId, payment);
      return payment;
    },
  };
}

interface Payment {
  readonly token: TonToken;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

/** Not bounceable, so that coins stay at a receiver without a contract. */
function payment({ token, from, to, amount }: Payment): {
  message: MessageRelaxed;
  arrival: Address;
} {
  switch (token.behaviour) {
    case 'native':
      return { message: internal({ to, value: amount, bounce: false }), arrival: to };
    case 'jetton': {
      const own = jettonWalletAddress(token.minter, from);
      const body = transferBody({ to, amount, response: from });
      return {
        message: internal({ to: own, value: JETTON_TRANSFER_COINS, body }),
        arrival: jettonWalletAddress(token.minter, to),
      };
    }
  }
}

function requireFound(inclusion: Inclusion | undefined): Inclusion {
  if (inclusion === undefined) throw new TypeError('A payment was made that did not arrive.');
  return inclusion;
}
