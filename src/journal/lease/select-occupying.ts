import { familiesOneAtATime } from '../../core/one-at-a-time.ts';

/** Selects the lease that keeps an account from another one until it is proven. @param walletId, chain SQL expressions */
export function selectOccupying(walletId: string, chain: string): string {
  const families = familiesOneAtATime.map((family) => `'${family}'`).join(', ');
  return `select from leases l
    where l.wallet_id = ${walletId} and l.chain = ${chain} and l.family in (${families}) and l.state = 'signed'`;
}
