import { type AccountInformation, accountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * An account as the endpoint shows it now, which may be before the masterchain has taken that in.
 * @param address canonical form
 */
export function readAccount(endpoint: Endpoint, address: string): Promise<AccountInformation> {
  return endpoint.read('getAddressInformation', { address }, accountInformation);
}
