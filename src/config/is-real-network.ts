import { chainRegistry } from '../core/chains.ts';

/** Ids of local development nodes, which the list of chains carries without marking them as test networks. */
const localIds: ReadonlySet<number> = new Set([1_337, 31_337]);

/** Whether money on a chain of this id is worth something: a mainnet of the registry, or a known chain that is no test network. */
export async function isRealNetwork(chainId: number): Promise<boolean> {
  if (Object.values(chainRegistry).some((entry) => entry.chainId === chainId)) return true;
  if (localIds.has(chainId)) return false;
  // Hundreds of definitions: loaded only where a chain is configured.
  const known = await import('viem/chains');
  return Object.values(known).some((chain) => chain.id === chainId && chain.testnet !== true);
}
