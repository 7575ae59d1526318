import type { Address, Cell } from '@ton/core';
import type { RenderedTransaction } from '../common-chain.ts';
import { type DepositBody, writeDepositBody } from './deposit-body.ts';
import { jettonWalletAddress, transferBody } from './jetton.ts';
import type { TonToken } from './ton-catalogue.ts';

interface DepositPlan {
  /** The account of the provider. */
  readonly gateway: Address;
  readonly token: TonToken;
  /** The payer. */
  readonly sender: Address;
  /** In base units. */
  readonly amount: bigint;
  readonly body: DepositBody;
}

/**
 * In nanotons: covers both ends of a jetton transfer and a new jetton wallet. Most of it returns.
 */
const JETTON_TRANSFER_COINS = 100_000_000n;
/** In nanotons: covers the gateway's processing of the notification. */
const NOTICE_COINS = 5_000_000n;

/**
 * Builds the payment of an order: coins to the provider's gateway, or jettons through the payer's
 * jetton wallet. Both name the order.
 */
export function buildDeposit({
  gateway,
  token,
  sender,
  amount,
  body,
}: DepositPlan): RenderedTransaction {
  const payload = writeDepositBody(body);
  switch (token.behaviour) {
    case 'native':
      return asMessage(gateway, amount, payload);
    case 'jetton': {
      const forward = { coins: NOTICE_COINS, payload };
      const transfer = transferBody({ to: gateway, amount, response: sender, forward });
      return asMessage(jettonWalletAddress(token.minter, sender), JETTON_TRANSFER_COINS, transfer);
    }
  }
}

/**
 * A member `transaction` of the router's answers (2.5) with one message to a bounceable address.
 */
function asMessage(address: Address, amount: bigint, payload: Cell): RenderedTransaction {
  const message = {
    address: address.toString(),
    amount: `${amount}`,
    payload: payload.toBoc().toString('base64'),
  };
  return { tonMessages: [message] };
}
