import { hasOneLeaseAtATime } from '../family-conditions.ts';

/**
 * Selects the lease that keeps an account from another one until it is proven. @param walletId,
 * chain SQL expressions
 */
export function selectOccupying(walletId: string, chain: string): string {
  return `select from leases l
    where l.wallet_id = ${walletId} and l.chain = ${chain} and ${hasOneLeaseAtATime('l.family')} and l.state = 'signed'`;
}
