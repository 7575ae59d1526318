import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { rawTonAddress, readTonAddress } from '../formats/address.ts';

/**
 * The canonical form of an address that was validated at the edge: a bad one here is a fault of
 * ours.
 */
export function requireAccount(text: string): string {
  const read = readTonAddress(text);
  if (read) return rawTonAddress(read);
  throw new FerrymanError('INTERNAL', `${text} is not an account`);
}
