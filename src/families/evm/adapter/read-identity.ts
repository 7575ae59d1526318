import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { NetworkIdentity } from '../../shared/formats/network-identity.ts';
import { quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock } from './head.ts';

/** The chain id, which signatures carry (EIP-155), and the hash of block 0, which forks share. */
export async function readIdentity(endpoint: Endpoint): Promise<NetworkIdentity> {
  const [id, first] = await Promise.all([
    endpoint.read('eth_chainId', [], quantity),
    findBlock(endpoint, 0n),
  ]);
  if (!first) throw new FerrymanError('RPC_UNSUPPORTED', `${endpoint.host} does not show block 0`);
  return { id: `${id}`, genesis: first.hash };
}
