import { Address, internal, type MessageRelaxed } from '@ton/core';
import type { AccountSender } from './account-sender.ts';
import { mintBody } from './jetton.ts';
import type { TonToken } from './ton-catalogue.ts';

/** In nanotons: covers a new jetton wallet and its storage. The rest returns. */
const MINTING_COINS = 100_000_000n;

/**
 * Adds an amount of a token or the native coin to an account, and creates a jetton wallet if it has
 * none. Resolves when the newest block shows it.
 * @param to an address, raw or user-friendly
 * @param amount in base units
 * @throws {SandboxError} `transaction-failed`
 */
export async function fundAccount(
  { treasury }: { readonly treasury: AccountSender },
  to: string,
  token: TonToken,
  amount: bigint,
): Promise<void> {
  await treasury.send(fundingMessage(Address.parse(to), token, amount)).landed;
}

function fundingMessage(to: Address, token: TonToken, amount: bigint): MessageRelaxed {
  switch (token.behaviour) {
    case 'native':
      return internal({ to, value: amount, bounce: false });
    case 'jetton':
      return internal({ to: token.minter, value: MINTING_COINS, body: mintBody(to, amount) });
  }
}
