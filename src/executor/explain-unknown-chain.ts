import { nearestChain } from '../core/registry/find-chain.ts';
import { knownChains } from '../core/registry/known-chains.ts';
import type { ChainName } from '../core/swap/chains.ts';

/**
 * Why a job cannot name a chain, and what to do about it.
 * @param configured the chains that it can name
 */
export function explainUnknownChain(chain: ChainName, configured: readonly ChainName[]): string {
  const meant = nearestChain(chain, configured);
  if (meant !== undefined && !Object.hasOwn(knownChains, chain))
    return `there is no chain ${chain}; did you mean ${meant}?`;
  return `the chain ${chain} is not configured; ${configured.join(', ')} are. ${whatToDo(chain)}`;
}

function whatToDo(chain: ChainName): string {
  const known = Object.hasOwn(knownChains, chain) ? knownChains[chain] : undefined;
  if (known?.family !== undefined)
    return `To use ${known.title}, configure chains.${chain}.rpcUrls`;
  if (known) return `Ferryman cannot sign on ${known.title}: it can only be the destination`;
  const meant = nearestChain(chain);
  return meant !== undefined
    ? `Did you mean ${meant}?`
    : 'Ferryman does not know it: `ferryman chains` lists the identifiers';
}
