import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { parseSolanaAddress } from '../formats/address.ts';

/** For addresses that were validated at the edge: a bad one here is a fault of ours. */
export function requireAccount(text: string): string {
  const parsed = parseSolanaAddress(text);
  if (parsed.ok) return parsed.address;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}
