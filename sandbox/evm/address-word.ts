import { type Hex, pad, slice } from 'viem';
import type { ChainAddress } from '../notation.ts';

/**
 * Version and length before a witness program of Bitcoin (BIP 141). No other chain has addresses
 * with these prefixes and lengths.
 */
const WITNESS_SCRIPT = /^0x(?:0014[0-9a-f]{40}|(?:0020|5120)[0-9a-f]{64})$/;

/** An address of any chain in 32 bytes, as gateways take it; for Bitcoin the witness program. */
export function addressWord(address: ChainAddress): Hex {
  const lowerCase = address.toLowerCase() as Hex;
  return pad(WITNESS_SCRIPT.test(lowerCase) ? slice(lowerCase, 2) : lowerCase);
}
