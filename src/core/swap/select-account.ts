/**
 * What is known of an account that may pay a job. Amounts are base units of the token that the job
 * pays with.
 */
export interface AccountStanding {
  balance: bigint;
  /** Whether it has coins for a fee beside what it pays. */
  hasFee: boolean;
  /** What its open swaps are to pay of the token, and have not been seen to. */
  unpaid: bigint;
  /** On this chain. */
  openSwaps: number;
  isFrozen: boolean;
}

/**
 * The account that pays a job: of those that hold the amount the one with the fewest open swaps,
 * the first of several. One that has the amount left when its open swaps are paid goes before one
 * that has it now, and a frozen one, whose swaps wait for a person, comes last. Nothing where none
 * holds it: money is not moved between accounts.
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
