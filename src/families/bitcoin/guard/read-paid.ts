import type { Enlargement } from '../../../ports/guard.ts';
import {
  type BitcoinTransaction,
  readSignedBitcoinTransaction,
} from '../formats/read-transaction.ts';

/** The payment that a replacement with added inputs replaces. Throws `RangeError`. */
export function readPaid({ of }: Enlargement): BitcoinTransaction {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(of))
    throw new RangeError('the replaced payment is not hexadecimal');
  return readSignedBitcoinTransaction(Buffer.from(of.slice(2), 'hex'));
}
