import { describeAmount } from '../../../core/amounts/amounts.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Endpoint } from './endpoint.ts';
import { readAccount } from './read-account.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/**
 * Whether the account has the coins for its messages and for the fee. Nothing fails before it is on
 * the chain otherwise: a wallet leaves out what it cannot pay for. Returns what the account has
 * left beside all that. Throws `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`. @param fee nanotons
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
      `the messages take ${tell(value)}, and the account has ${tell(balance)}`,
    );
  if (balance < value + fee || balance === 0n) {
    throw new FerrymanError(
      'INSUFFICIENT_GAS',
      `the messages take ${tell(value)}, the fee up to ${tell(fee)}, and the account has ${tell(balance)}`,
    );
  }
  return balance - value - fee;
}

function tell(nanotons: bigint): string {
  return describeAmount(nanotons, { symbol: 'TON', decimals: 9 });
}
