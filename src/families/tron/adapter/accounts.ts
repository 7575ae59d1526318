import { type Address, getAddress, zeroAddress } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { tronAccountOf, tronAddressOf } from '../formats/address.ts';

/*
 * Outside an account is its base58 address; inside the adapter the twenty bytes of it, in the form
 * that ABI coders take.
 */

/**
 * Base58 is the only form at the door: it alone has a checksum. Nobody owns the account that stands
 * for the native coin.
 */
export function parseTronAddress(
  text: string,
): { ok: true; address: string; account: Address } | { ok: false; fault: string } {
  const account = tronAccountOf(text);
  if (account === undefined) {
    return {
      ok: false,
      fault:
        'an address of TRON is a T and 33 letters and digits of base58, with a checksum that fits',
    };
  }
  if (account === zeroAddress) return { ok: false, fault: 'nobody owns the zero address' };
  return { ok: true, address: text, account: getAddress(account) };
}

/** For addresses that were validated at the edge: a bad one here is a fault of ours. */
export function requireAccount(text: string): Address {
  const parsed = parseTronAddress(text);
  if (parsed.ok) return parsed.account;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}

/** Base58. */
export function addressText(account: Address): string {
  return tronAddressOf(account);
}

/** As nodes write and read it: the prefix and the account, in hex. */
export function addressHex(account: Address): string {
  return `41${account.slice(2).toLowerCase()}`;
}
