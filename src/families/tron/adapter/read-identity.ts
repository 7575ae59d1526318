import type { NetworkIdentity } from '../../shared/formats/network-identity.ts';
import { block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** The id of block 0. */
export async function readIdentity(endpoint: Endpoint): Promise<NetworkIdentity> {
  const { hash } = await endpoint.read('wallet/getblock', { id_or_num: '0', detail: false }, block);
  return { genesis: hash };
}
