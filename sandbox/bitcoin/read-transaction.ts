import { Transaction } from 'bitcoinjs-lib';

/** @param hex as it came @returns undefined if it is no transaction, or one that spends nothing */
export function readTransaction(hex: string): Transaction | undefined {
  try {
    const transaction = Transaction.fromHex(hex);
    return transaction.ins.length === 0 ? undefined : transaction;
  } catch {
    return undefined;
  }
}
