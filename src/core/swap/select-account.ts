/** An account that may pay a job. Amounts are base units of the token that the job pays with. */
export interface AccountStanding {
  balance: bigint;
  /** Whether it can pay a network fee on top of the amount. */
  hasFee: boolean;
  /** What its open swaps still have to pay in the token: not observed on the chain yet. */
  unpaid: bigint;
  /** Open swaps of the account on this chain. */
  openSwaps: number;
  isFrozen: boolean;
}

/**
 * Selects the account with the fewest open swaps among those that hold the amount; the first on a
 * tie. Prefers accounts that still hold the amount after their open swaps are paid. Frozen accounts
 * come last: their swaps wait for a person. `undefined`: no account holds the amount (Ferryman does
 * not move money between accounts).
 */
export function selectAccount<Account extends AccountStanding>(
  accounts: readonly Account[],
  amount: bigint,
): Account | undefined {
  const holding = accounts.filter(({ balance, hasFee }) => hasFee && balance >= amount);
  const released = holding.filter(({ isFrozen }) => !isFrozen);
  const free = released.filter(({ balance, unpaid }) => balance - unpaid >= amount);
  return leastBusy(free) ?? leastBusy(released) ?? leastBusy(holding);
}

function leastBusy<Account extends AccountStanding>([first, ...others]: readonly Account[]):
  | Account
  | undefined {
  if (!first) return undefined;
  return others.reduce((least, one) => (one.openSwaps < least.openSwaps ? one : least), first);
}
