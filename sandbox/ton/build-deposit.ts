import type { Address, Cell } from '@ton/core';
import type { RenderedTransaction } from '../common-chain.ts';
import { type DepositBody, writeDepositBody } from './deposit-body.ts';
import { jettonWalletAddress, transferBody } from './jetton.ts';
import type { TonToken } from './ton-catalogue.ts';

interface DepositPlan {
  /** Of the provider that takes it. */
  readonly gateway: Address;
  readonly token: TonToken;
  /** Who gives. */
  readonly sender: Address;
  /** In base units. */
  readonly amount: bigint;
  readonly body: DepositBody;
}

/**
 * In nanotons: pays for both ends of a transfer of jettons and for a new jetton wallet; most of it
 * comes back.
 */
const JETTON_TRANSFER_COINS = 100_000_000n;
/** In nanotons: pays for the gateway's looking at what it is told. */
const NOTICE_COINS = 5_000_000n;

/**
 * Pays an order in: coins for the provider's gateway, or jettons that the payer's own jetton wallet
 * sends there. Both say what for.
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
 * A member `transaction` of the router's answers (2.5), with one message, in a form of address that
 * bounces.
 */
function asMessage(address: Address, amount: bigint, payload: Cell): RenderedTransaction {
  const message = {
    address: address.toString(),
    amount: `${amount}`,
    payload: payload.toBoc().toString('base64'),
  };
  return { tonMessages: [message] };
}
