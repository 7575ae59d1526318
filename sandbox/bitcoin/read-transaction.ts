import { Transaction } from 'bitcoinjs-lib';

/**
 * @param hex the text of the request
 * @returns undefined if it is not a transaction or has no inputs
 */
export function readTransaction(hex: string): Transaction | undefined {
  try {
    const transaction = Transaction.fromHex(hex);
    return transaction.ins.length === 0 ? undefined : transaction;
  } catch {
    return undefined;
  }
}
