import { chainRegistry, formatsOf } from '../swap/chains.ts';
import { knownChains } from './known-chains.ts';

/** A chain in a router's own listing (interface 2.11). */
export interface ChainListing {
  /** For chains that are not EVM: null, or invented by the service. */
  id: number | null;
  name: string;
  testnet: boolean;
  /** `EVM`, or another word. */
  type: string;
}

export interface ChainsDifference {
  /** Listed, but unknown to the registry. */
  unknown: readonly ChainListing[];
  /** In the registry, but not listed. */
  missing: readonly string[];
  /** Listed with other facts than the registry's. */
  different: readonly {
    name: string;
    what: 'id' | 'testnet' | 'type';
    registry: string;
    listed: string;
  }[];
}

/**
 * Compares a router's listing with the registry. A router need not list everything: only differing
 * facts may be a mistake.
 */
export function compareChains(listed: readonly ChainListing[]): ChainsDifference {
  const names = new Set(listed.map(({ name }) => name));
  return {
    unknown: listed.filter(({ name }) => knownChains[name] === undefined),
    missing: Object.keys(knownChains).filter((name) => !names.has(name)),
    different: listed.flatMap(differencesOf),
  };
}

function differencesOf({ id, name, testnet, type }: ChainListing): ChainsDifference['different'] {
  const known = knownChains[name];
  if (!known) return [];
  const chain = chainRegistry[name];
  const chainId = chain && formatsOf(chain.family).eip155Id?.(chain);
  const isEvm = type.toUpperCase() === 'EVM';
  const facts = [
    // The id has no meaning for chains that are not EVM.
    ...(chainId === undefined || !isEvm ? [] : ([['id', chainId, id]] as const)),
    ['testnet', known.testnet, testnet] as const,
    ['type', chainId !== undefined ? 'EVM' : 'not EVM', isEvm ? 'EVM' : 'not EVM'] as const,
  ];
  return facts
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([what, ours, theirs]) => ({
      name,
      what,
      registry: String(ours),
      listed: String(theirs),
    }));
}
