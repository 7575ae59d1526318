import { type Address, getAddress, zeroAddress } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { tronAccountOf, tronAddressOf } from '../formats/address.ts';

/*
 * The port uses base58 addresses. The adapter uses their twenty bytes, in the form that ABI coders
 * take.
 */

/**
 * Accepts base58 only, because no other form has a checksum. Refuses the account that stands for
 * the native coin.
 */
export function parseTronAddress(
  text: string,
): { ok: true; address: string; account: Address } | { ok: false; fault: string } {
  const account = tronAccountOf(text);
  if (account === undefined) {
    return {
      ok: false,
      fault: 'a TRON address is a T and 33 base58 characters with a valid checksum',
    };
  }
  if (account === zeroAddress) return { ok: false, fault: 'the zero address has no owner' };
  return { ok: true, address: text, account: getAddress(account) };
}

/** Parses an address that was validated at the edge. Throws `INTERNAL` for an invalid one. */
export function requireAccount(text: string): Address {
  const parsed = parseTronAddress(text);
  if (parsed.ok) return parsed.account;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}

/** The base58 form of an account. */
export function addressText(account: Address): string {
  return tronAddressOf(account);
}

/** The form that nodes use: prefix and account in hex. */
export function addressHex(account: Address): string {
  return `41${account.slice(2).toLowerCase()}`;
}
