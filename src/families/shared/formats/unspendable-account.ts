/** The fault of an address from which money cannot be recovered. */
export const unspendable = 'one that no key can spend from';

/** Precompiled contracts, and 0xdead. */
const maxBuiltIn = 0xffffn;

/**
 * 20-byte accounts without a known key: placeholders of the native coin, and burn addresses
 * (etherscan.io, tronscan.org).
 */
const burnt: ReadonlySet<string> = new Set([
  '0xdead000000000000000042069420694206942069',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
]);

/** @param account 0x and forty hex digits in lower case */
export function isUnspendableAccount(account: string): boolean {
  return BigInt(account) <= maxBuiltIn || burnt.has(account);
}
