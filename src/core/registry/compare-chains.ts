import { chainRegistry, formatsOf } from '../swap/chains.ts';
import { knownChains } from './known-chains.ts';

/** A chain as a router's own listing has it (interface 2.11). */
export interface ChainListing {
  /** Null, or made up by the service, for chains that are not EVM. */
  id: number | null;
  name: string;
  testnet: boolean;
  /** `EVM`, or something else. */
  type: string;
}

export interface ChainsDifference {
  /** Listed, and unknown to the registry. */
  unknown: readonly ChainListing[];
  /** In the registry, and not listed. */
  missing: readonly string[];
  /** Listed otherwise than the registry has it. */
  different: readonly {
    name: string;
    what: 'id' | 'testnet' | 'type';
    registry: string;
    listed: string;
  }[];
}

/**
 * What a router lists, and what the registry has. A router need not have everything: only what
 * differs can mean a mistake.
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
    // Where it is not EVM, the number means nothing.
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
