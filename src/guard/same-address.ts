import { isAddress } from 'viem';
import type { Family } from '../core/chains.ts';
import { sameAccount } from '../core/same-account.ts';
import { rawTonAddress, readTonAddress } from '../families/ton/formats/address.ts';

/**
 * Whether two texts are the same address of a family: all of it, and only where both are addresses. EVM: a checksum that is there and
 * wrong makes a text no address (EIP-55). TON: in which form an address is written does not matter (TEP-2), nor on Bitcoin in which case
 * bech32 is (BIP-173). Of the others there is one spelling of each.
 */
export function sameAddress(family: Family, a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (family === 'evm' && !(isAddress(a) && isAddress(b))) return false;
  return sameAccount(family, canonical(family, a), canonical(family, b));
}

function canonical(family: Family, text: string): string {
  switch (family) {
    case 'ton': {
      const address = readTonAddress(text);
      return address ? rawTonAddress(address) : text;
    }
    case 'bitcoin':
      return /^(?:BC|TB|BCRT)1[0-9A-Z]+$/.test(text) ? text.toLowerCase() : text;
    default:
      return text;
  }
}
