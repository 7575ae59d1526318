import type { NetworkIdentity } from '../../shared/formats/network-identity.ts';
import { globalId, masterchainInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { masterchainBlock } from './head.ts';

/**
 * The zero state, and the `global_id` of the newest block. A configuration names both; a V4R2 wallet
 * signs neither, so only the zero state tells whether its messages move real coins.
 */
export async function readIdentity(endpoint: Endpoint): Promise<NetworkIdentity> {
  const { block, genesis } = await endpoint.read('getMasterchainInfo', {}, masterchainInfo);
  const id = await endpoint.read('getBlockHeader', masterchainBlock(block), globalId);
  return { id: `${id}`, genesis };
}
