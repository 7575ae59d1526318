import type { Address } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { parseEvmAddress } from '../formats/address.ts';

/** Parses an address that was validated at the edge. Throws `INTERNAL` for an invalid one. */
export function requireAccount(text: string): Address {
  const parsed = parseEvmAddress(text);
  if (parsed.ok) return parsed.address;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}
