/** What is said of an address that money is sent to for good. */
export const nobodys = 'one that nobody can spend from';

/** Contracts that clients have built in, and 0xdead. */
const maxBuiltIn = 0xffffn;

/**
 * Accounts of twenty bytes of which no key is known: forms of the native coin and of nobody, and
 * what explorers call burners (etherscan.io, tronscan.org).
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
