import { keccak_256 } from '@noble/hashes/sha3.js';
import { type AddressForm, addressOf } from '../../shared/formats/address-form.ts';

const zeroAddress = '0x0000000000000000000000000000000000000000';

export type ParsedEvmAddress = { ok: true; address: `0x${string}` } | { ok: false; fault: string };

/**
 * Canonical (EIP-55) form of an EVM address. Mixed case must be the right checksum; all lower or
 * all upper case has none. The zero address is accepted only with `native`: it means the native
 * coin as a token, and no account.
 */
export function parseEvmAddress(
  text: string,
  { native = false }: { native?: boolean } = {},
): ParsedEvmAddress {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    return { ok: false, fault: 'an address is 0x and 40 hexadecimal digits' };
  const digits = text.slice(2);
  const address = withChecksum(digits.toLowerCase());
  const claimsChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (claimsChecksum && text !== address) {
    return {
      ok: false,
      fault:
        'the EIP-55 checksum is wrong: an upper- or lower-case letter is not what it should be',
    };
  }
  if (address === zeroAddress && !native)
    return { ok: false, fault: 'the zero address has no owner' };
  return { ok: true, address };
}

/** A letter is upper case if the hash's digit at its position is eight or more. */
function withChecksum(digits: string): `0x${string}` {
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(digits))).toString('hex');
  const cased = [...digits].map((digit, index) =>
    hash.charAt(index) >= '8' ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** Whether a text is an address: all in lower or all in upper case, or with the right checksum. */
export function isEvmAddress(text: string): boolean {
  return parseEvmAddress(text, { native: true }).ok;
}

export const evmAddressForm: AddressForm = {
  words:
    '0x and 40 hexadecimal digits, in the right case (EIP-55), or all in lower or all in upper case',
  checksum: 'sometimes',
  codec: (text) => addressOf(parseEvmAddress(text)),
};
