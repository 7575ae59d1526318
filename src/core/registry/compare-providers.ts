import {
  canonicalProvider,
  crossChainProviders,
  onChainProviders,
  type ProviderStyle,
  providerStyle,
} from './providers.ts';

/** A router's own listing, by style (interface 2.10). */
export type ListedProviders = Readonly<Record<ProviderStyle, readonly string[]>>;

interface Named {
  name: string;
  style: ProviderStyle;
}

export interface ProvidersDifference {
  /** Listed, but unknown to the registry. */
  unknown: readonly Named[];
  /** In the registry, but not listed under any identifier. */
  missing: readonly Named[];
  /** Listed with the other style; `style` is the registry's. */
  different: readonly Named[];
}

/** Compares a router's listing with the registry. A router need not list everything. */
export function compareProviders(listed: ListedProviders): ProvidersDifference {
  const all = named(listed);
  return {
    unknown: all.filter(({ name }) => providerStyle(name) === undefined),
    missing: named({ 'cross-chain': crossChainProviders, 'on-chain': onChainProviders }).filter(
      ({ name, style }) =>
        !listed[style].some((other) => canonicalProvider(other) === canonicalProvider(name)),
    ),
    different: all.flatMap(({ name, style }) => {
      const ours = providerStyle(name);
      return ours === undefined || ours === style ? [] : [{ name, style: ours }];
    }),
  };
}

function named(lists: ListedProviders): Named[] {
  return (['cross-chain', 'on-chain'] as const).flatMap((style) =>
    lists[style].map((name) => ({ name, style })),
  );
}
