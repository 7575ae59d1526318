import { evmNetworks } from './registry/evm-networks.ts';

/** Ids of local development nodes, which the list of chains carries without marking them as test networks. */
const localIds: ReadonlySet<string | number> = new Set([1_337, 31_337]);

/** Whether an EVM chain is known and no test network. @param id EIP-155 chain id */
export async function isRealEvmNetwork(id: string | number): Promise<boolean> {
  const network = Object.values(evmNetworks).find(({ chainId }) => chainId === id);
  if (network) return network.testnet !== true;
  if (localIds.has(id)) return false;
  // Hundreds of definitions: loaded only where a chain is configured.
  const known = await import('viem/chains');
  return Object.values(known).some((chain) => chain.id === id && chain.testnet !== true);
}
