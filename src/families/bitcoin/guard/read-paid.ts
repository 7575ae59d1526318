import type { Enlargement } from '../../../ports/guard.ts';
import {
  type BitcoinTransaction,
  readSignedBitcoinTransaction,
} from '../formats/read-transaction.ts';

/**
 * What the payment does that is made again from more coins. Throws `RangeError`, which a rule
 * rejects by.
 */
export function readPaid({ of }: Enlargement): BitcoinTransaction {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(of))
    throw new RangeError('the payment before is not hexadecimal');
  return readSignedBitcoinTransaction(Buffer.from(of.slice(2), 'hex'));
}
