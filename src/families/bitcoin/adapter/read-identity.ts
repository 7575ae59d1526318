import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { canonicalHex, type NetworkIdentity } from '../../shared/formats/network-identity.ts';
import type { Endpoint } from './endpoint.ts';

/** The hash of the block at height 0. */
export async function readIdentity(endpoint: Endpoint): Promise<NetworkIdentity> {
  const hash = await endpoint.hashAt(0n);
  if (hash === undefined)
    throw new FerrymanError('RPC_UNSUPPORTED', `${endpoint.host} does not show block 0`);
  return { genesis: canonicalHex(hash) };
}
