/*
 * A treasury wallet may have several accounts that pay in parallel. `treasury` is the first;
 * `treasury/2`, `treasury/3` … are the further accounts. Names that a person chooses have no slash.
 */

/** @param number 1 is the treasury wallet itself */
export function accountName(treasury: string, number: number): string {
  return number === 1 ? treasury : `${treasury}/${number}`;
}

/**
 * The further accounts of the treasury wallet `name`, by number. Empty if `name` is itself a
 * further account.
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

/** The treasury wallet that an account belongs to; the name itself if it is one. */
export function treasuryOf(name: string): string {
  return name.split('/', 1)[0] ?? name;
}
