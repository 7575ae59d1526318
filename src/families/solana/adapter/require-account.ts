import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { parseSolanaAddress } from '../formats/address.ts';

/** For an already validated address. Throws `INTERNAL` for an invalid one. */
export function requireAccount(text: string): string {
  const parsed = parseSolanaAddress(text);
  if (parsed.ok) return parsed.address;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}
