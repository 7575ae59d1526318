import type { Family } from '../../core/chains.ts';

/**
 * Families whose accounts have one living lease at a time (`leases_one_at_a_time`): what the next one would be depends on how it ends, the number
 * that a wallet contract of TON takes, and the coins that an address of Bitcoin has.
 */
const oneAtATime: readonly Family[] = ['ton', 'bitcoin'];

export function leasesOneAtATime(family: Family): boolean {
  return oneAtATime.includes(family);
}

/** Selects the lease that keeps an account from another one until it is proven. @param walletId, chain SQL expressions */
export function selectOccupying(walletId: string, chain: string): string {
  const families = oneAtATime.map((family) => `'${family}'`).join(', ');
  return `select from leases l
    where l.wallet_id = ${walletId} and l.chain = ${chain} and l.family in (${families}) and l.state = 'signed'`;
}
