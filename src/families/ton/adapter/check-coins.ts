import { describeAmount } from '../../../core/amounts/amounts.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Endpoint } from './endpoint.ts';
import { readAccount } from './read-account.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/**
 * Checks that the account can pay for its messages and the fee, because a wallet contract silently
 * skips a message that it cannot pay for. Returns the remaining nanotons. Throws
 * `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`.
 * @param fee nanotons
 */
export async function checkCoins(
  endpoint: Endpoint,
  account: string,
  messages: readonly OutgoingMessage[],
  fee: bigint,
): Promise<bigint> {
  const { balance } = await readAccount(endpoint, account);
  const value = messages.reduce((sum, message) => sum + message.value, 0n);
  if (balance < value)
    throw new FerrymanError(
      'TRANSACTION_REVERTS',
      `the messages send ${inTon(value)}, and the account has ${inTon(balance)}`,
    );
  if (balance < value + fee || balance === 0n) {
    throw new FerrymanError(
      'INSUFFICIENT_GAS',
      `the messages send ${inTon(value)}, the fee is up to ${inTon(fee)}, and the account has ${inTon(balance)}`,
    );
  }
  return balance - value - fee;
}

function inTon(nanotons: bigint): string {
  return describeAmount(nanotons, { symbol: 'TON', decimals: 9 });
}
