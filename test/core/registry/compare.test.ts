import { describe, expect, it } from 'vitest';
import { type ChainListing, compareChains } from '../../../src/core/registry/compare-chains.ts';
import { compareProviders } from '../../../src/core/registry/compare-providers.ts';
import { knownChains } from '../../../src/core/registry/known-chains.ts';
import { crossChainProviders, onChainProviders } from '../../../src/core/registry/providers.ts';
import { chainRegistry } from '../../../src/core/swap/chains.ts';

/** The listing of a service that has every chain, with invented ids for those that are not EVM. */
const everything: readonly ChainListing[] = Object.values(knownChains).map(
  ({ name, family, testnet }, index) => {
    const chain = chainRegistry[name];
    return {
      id: chain?.family === 'evm' ? chain.chainId : index % 2 === 0 ? null : -index,
      name,
      testnet,
      type: family === 'evm' ? 'EVM' : (family ?? 'other').toUpperCase(),
    };
  },
);
const changed = (name: string, change: Partial<ChainListing>) =>
  everything.map((one) => (one.name === name ? { ...one, ...change } : one));

describe('a listing of chains', () => {
  it('that has the same differs in nothing', () => {
    expect(compareChains(everything)).toEqual({ unknown: [], missing: [], different: [] });
  });

  it('shows what is new and what is missing', () => {
    const brandNew = { id: 4_242, name: 'BRAND_NEW', testnet: false, type: 'EVM' };
    const listed = [...everything.filter(({ name }) => name !== 'HARMONY'), brandNew];
    expect(compareChains(listed)).toEqual({
      unknown: [brandNew],
      missing: ['HARMONY'],
      different: [],
    });
  });

  it.each<[string, Partial<ChainListing>, object]>([
    ['BASE', { id: 8_454 }, { what: 'id', registry: '8453', listed: '8454' }],
    ['BASE', { id: null }, { what: 'id', registry: '8453', listed: 'null' }],
    ['SEPOLIA', { testnet: false }, { what: 'testnet', registry: 'true', listed: 'false' }],
    ['LITECOIN', { type: 'EVM', id: 7 }, { what: 'type', registry: 'not EVM', listed: 'EVM' }],
    ['BASE', { type: 'SOLANA' }, { what: 'type', registry: 'EVM', listed: 'not EVM' }],
  ])('of %s otherwise (%o) is told', (name, change, difference) => {
    expect(compareChains(changed(name, change)).different).toEqual([{ name, ...difference }]);
  });
});

describe('a listing of providers', () => {
  const all = { 'cross-chain': crossChainProviders, 'on-chain': onChainProviders };

  it('that has the same differs in nothing', () => {
    expect(compareProviders(all)).toEqual({ unknown: [], missing: [], different: [] });
  });

  it('may have either of two identifiers, and its own name in one', () => {
    const either = crossChainProviders
      .filter((name) => name !== 'houdini')
      .map((name) => (name === 'service_stellar_api' ? 'acme_stellar_api' : name));
    expect(compareProviders({ ...all, 'cross-chain': either })).toEqual({
      unknown: [],
      missing: [],
      different: [],
    });
  });

  it('shows what is new, missing, or of the other style', () => {
    const onChain = onChainProviders.filter((name) => name !== 'CURVE');
    expect(
      compareProviders({
        'cross-chain': [...crossChainProviders, 'brand_new'],
        'on-chain': [...onChain, 'symbiosis'],
      }),
    ).toEqual({
      unknown: [{ name: 'brand_new', style: 'cross-chain' }],
      missing: [{ name: 'CURVE', style: 'on-chain' }],
      different: [{ name: 'symbiosis', style: 'cross-chain' }],
    });
  });
});
