import { Address, internal } from '@ton/core';
import { SandboxError } from '../sandbox-error.ts';
import type { AccountSender } from './account-sender.ts';
import { TON, type TonToken } from './ton-catalogue.ts';

/**
 * Gives an account so much of a token or of the native coin, on top of what it has, and a jetton wallet where it has none.
 * Resolves when the newest block shows it.
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
  if (token !== TON) throw new SandboxError('bad-request', `There is no ${token.symbol} to give.`);
  const address = Address.parse(to);
  await treasury.send(internal({ to: address, value: amount, bounce: false }));
}
