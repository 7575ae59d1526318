import type { NetworkIdentity } from '../../shared/formats/network-identity.ts';
import { blockhash } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

export async function readIdentity(endpoint: Endpoint): Promise<NetworkIdentity> {
  return { genesis: await endpoint.read('getGenesisHash', [], blockhash) };
}
