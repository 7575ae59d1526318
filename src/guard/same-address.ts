import { isAddress } from 'viem';

/**
 * Whether two texts are the same EVM address: compared as bytes, all of them, and only where both are addresses. A checksum that is
 * there and wrong makes a text no address (EIP-55).
 */
export function sameAddress(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || !isAddress(a) || !isAddress(b)) return false;
  return a.toLowerCase() === b.toLowerCase();
}
