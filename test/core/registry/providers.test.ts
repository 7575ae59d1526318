import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  canonicalProvider,
  crossChainProviders,
  onChainProviders,
  providerStyle,
} from '../../../src/core/registry/providers.ts';
import { permits } from '../../../src/core/swap/job.ts';
import {
  interfaceCrossChainProviders,
  interfaceOnChainProviders,
} from './interface-identifiers.ts';

it('has the providers of the interface’s text', () => {
  expect([...crossChainProviders].sort()).toEqual([...interfaceCrossChainProviders].sort());
  expect([...onChainProviders].sort()).toEqual([...interfaceOnChainProviders].sort());
});

it('spells them as the interface does, whatever is renamed in the code', () => {
  const names = [...[...onChainProviders].sort(), ...[...crossChainProviders].sort()].join(' ');
  // Of the interface's section 2.8, in this order.
  expect(createHash('sha256').update(names).digest('hex')).toBe(
    '0edc9ce54b800ebf876a4ac202315f0f65dc4ed8df93c55cfd084ae18d5af518',
  );
});

it('knows the two styles apart, also of one name in both', () => {
  for (const name of interfaceCrossChainProviders)
    expect(providerStyle(name), name).toBe('cross-chain');
  for (const name of interfaceOnChainProviders) expect(providerStyle(name), name).toBe('on-chain');
  expect([providerStyle('rango'), providerStyle('RANGO')]).toEqual(['cross-chain', 'on-chain']);
});

it('knows the identifier that carries the service’s name, whatever that is', () => {
  expect([providerStyle('acme_stellar_api'), providerStyle('ACME_STELLAR_API')]).toEqual([
    'cross-chain',
    'on-chain',
  ]);
  expect(canonicalProvider('acme_stellar_api')).toBe(canonicalProvider('SERVICE_STELLAR_API'));
});

it('has no style for an unknown name', () => {
  expect(['brand_new_bridge', 'BRAND_NEW_SWAP', ''].map(providerStyle)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('a job’s list of providers', () => {
  const denying = (name: string) => ({ allow: [], deny: [name] });
  const allowing = (name: string) => ({ allow: [name], deny: [] });

  it.each([
    ['houdini', 'houdini_bridge'],
    ['houdini_bridge', 'HOUDINI'],
    ['SERVICE_STELLAR_API', 'acme_stellar_api'],
    ['lifi', 'LIFI'],
    ['brand_new_bridge', 'Brand_New_Bridge'],
  ])('that says %s means %s too', (said, meant) => {
    expect(permits(denying(said), meant)).toBe(false);
    expect(permits(allowing(said), meant)).toBe(true);
  });

  it.each([
    ['orbiter_bridge', 'orbiter_bridge_v2'],
    ['clearswap_bridge', 'CLEARSWAP'],
    ['houdini', 'houdini_v2'],
    ['stellar_api', 'acme_stellar_api'],
  ])('that says %s does not mean %s', (said, other) => {
    expect(permits(denying(said), other)).toBe(true);
    expect(permits(allowing(said), other)).toBe(false);
  });
});
