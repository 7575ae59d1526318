import type { ChainName } from '../core/chains.ts';
import { knownChains } from '../core/registry/known-chains.ts';

/** Why a chain can not be named in a job, and what to do about it. @param configured the chains that can */
export function explainUnknownChain(chain: ChainName, configured: readonly ChainName[]): string {
  return `the chain ${chain} is not configured; ${configured.join(', ')} are. ${whatToDo(chain)}`;
}

function whatToDo(chain: ChainName): string {
  const known = Object.hasOwn(knownChains, chain) ? knownChains[chain] : undefined;
  if (known?.family !== undefined) return `To use ${known.title}, give chains.${chain}.rpcUrls`;
  if (known) return `Nothing can be signed on ${known.title}: it can only be where the money goes`;
  const meant = knownChains[chain.toUpperCase()];
  return meant ? `Its identifier is ${meant.name}` : 'Nobody knows it here: `ferryman chains` lists the identifiers';
}
