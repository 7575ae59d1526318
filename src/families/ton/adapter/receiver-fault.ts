import type { Endpoint } from './endpoint.ts';
import { isToken } from './simulate.ts';

/**
 * What makes an account one that nobody can mean to be paid at. Coins do not come back from a contract of jettons, as payouts do not bounce; routing
 * services pay nobody on the masterchain.
 */
export async function receiverFault(endpoint: Endpoint, account: string): Promise<string | undefined> {
  if (!account.startsWith('0:')) return 'is on the masterchain, where nothing is paid out';
  if (await isToken(endpoint, account))
    return 'is a contract of jettons, a minter’s or one that holds them, and nobody’s account';
  return undefined;
}
