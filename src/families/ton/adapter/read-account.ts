import { type AccountInformation, accountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * An account's newest state. The masterchain may not include it yet.
 * @param address canonical form
 */
export function readAccount(endpoint: Endpoint, address: string): Promise<AccountInformation> {
  return endpoint.read('getAddressInformation', { address }, accountInformation);
}
