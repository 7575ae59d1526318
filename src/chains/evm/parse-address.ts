import { type Address, getAddress, isAddress, zeroAddress } from 'viem';

/**
 * Canonical (EIP-55) form of an EVM address. Mixed case is a checksum and must be right; all lower or all upper case claims none. The
 * zero address stands for the native coin (as a token) and for nobody (as an account): `native` says whether it is allowed.
 */
export function parseEvmAddress(
  text: string,
  { native = false }: { native?: boolean } = {},
): { ok: true; address: Address } | { ok: false; fault: string } {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { ok: false, fault: 'an address is 0x and 40 hexadecimal digits' };
  const digits = text.slice(2);
  const claimsChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (claimsChecksum && !isAddress(text, { strict: true })) {
    return {
      ok: false,
      fault: 'the EIP-55 checksum is wrong: an upper- or lower-case letter is not what it should be',
    };
  }
  const address = getAddress(text.toLowerCase());
  if (address === zeroAddress && !native) return { ok: false, fault: 'nobody owns the zero address' };
  return { ok: true, address };
}
