import { parseBitcoinAddress } from '../../core/bitcoin-address.ts';
import type { BitcoinChain } from '../../core/chains.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/** The output script of an address that was validated at the edge: a bad one here is a fault of ours. */
export function requireScript({ network }: Pick<BitcoinChain, 'network'>, text: string): Uint8Array {
  const parsed = parseBitcoinAddress(text, network);
  if (parsed.ok) return parsed.script;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}
