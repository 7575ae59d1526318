import { type Hex, pad } from 'viem';
import type { ChainAddress } from '../notation.ts';

/** An address of any chain in 32 bytes, as gateways take it. */
export function addressWord(address: ChainAddress): Hex {
  return pad(address.toLowerCase() as Hex);
}
