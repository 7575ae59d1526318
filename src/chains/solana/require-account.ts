import { parseSolanaAddress } from '../../core/solana-address.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/** For addresses that were validated at the edge: a bad one here is a fault of ours. */
export function requireAccount(text: string): string {
  const parsed = parseSolanaAddress(text);
  if (parsed.ok) return parsed.address;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}
