/*
 * One treasury wallet may have several accounts, which pay side by side where one alone would make
 * payments wait: `treasury` is the first, and `treasury/2`, `treasury/3` … are the further ones. No
 * name that a person chooses has a slash.
 */

/** @param number counted from 1: the treasury wallet itself */
export function accountName(treasury: string, number: number): string {
  return number === 1 ? treasury : `${treasury}/${number}`;
}

/**
 * The accounts behind the wallet of the name, by their numbers; none behind one that is itself an
 * account.
 */
export function furtherAccounts<Wallet extends { name: string }>(
  wallets: readonly Wallet[],
  name: string,
): Wallet[] {
  return wallets
    .filter((one) => one.name !== name && treasuryOf(one.name) === name)
    .sort((a, b) => numberOf(a.name) - numberOf(b.name));
}

function numberOf(name: string): number {
  return Number(name.slice(name.indexOf('/') + 1));
}

/** The treasury wallet that an account belongs to: itself, where it is one. */
export function treasuryOf(name: string): string {
  return name.split('/', 1)[0] ?? name;
}
