import type { Chain } from '../core/chains.ts';
import { evmNetworks } from '../families/evm/formats/registry/evm-networks.ts';
import type { ChainSettings } from './settings.ts';

/** Ids of local development nodes, which the list of chains carries without marking them as test networks. */
const localIds: ReadonlySet<number> = new Set([1_337, 31_337]);

/**
 * Whether money on the network that the settings name is worth something: a mainnet of the registry, or a known EVM chain that is no test
 * network. Absent settings mean the registry's own.
 */
export async function isRealNetwork(
  entry: Chain,
  { chainId, genesis }: Partial<Pick<ChainSettings, 'chainId' | 'genesis'>>,
): Promise<boolean> {
  if (entry.family !== 'evm') return (genesis ?? entry.genesis) === entry.genesis;
  const id = chainId ?? entry.chainId;
  const network = Object.values(evmNetworks).find(({ chainId: its }) => its === id);
  if (network) return network.testnet !== true;
  if (localIds.has(id)) return false;
  // Hundreds of definitions: loaded only where a chain is configured.
  const known = await import('viem/chains');
  return Object.values(known).some((chain) => chain.id === id && chain.testnet !== true);
}
