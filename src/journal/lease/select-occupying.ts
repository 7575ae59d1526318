import { hasOneLeaseAtATime } from '../family-conditions.ts';

/**
 * SQL: the lease that blocks another one of the account until it is proven.
 * @param walletId, chain SQL expressions
 */
export function selectOccupying(walletId: string, chain: string): string {
  return `select from leases l
    where l.wallet_id = ${walletId} and l.chain = ${chain} and ${hasOneLeaseAtATime('l.family')} and l.state = 'signed'`;
}
