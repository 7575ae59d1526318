import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { rawTonAddress, readTonAddress } from '../formats/address.ts';

/** The canonical form of an already validated address. Throws `INTERNAL` for an invalid one. */
export function requireAccount(text: string): string {
  const read = readTonAddress(text);
  if (read) return rawTonAddress(read);
  throw new FerrymanError('INTERNAL', `${text} is not an account`);
}
