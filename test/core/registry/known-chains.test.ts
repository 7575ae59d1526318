import { describe, expect, it } from 'vitest';
import { knownChains } from '../../../src/core/registry/known-chains.ts';
import { otherChains } from '../../../src/core/registry/other-chains.ts';
import { chainRegistry, formatsOf } from '../../../src/core/swap/chains.ts';
import {
  interfaceClaimChains,
  interfaceMainnets,
  interfaceRefundChains,
  interfaceTestnets,
} from './interface-identifiers.ts';

const chains = Object.values(knownChains);
const named = (select: (chain: (typeof chains)[number]) => boolean): string[] =>
  chains
    .filter(select)
    .map(({ name }) => name)
    .sort();

describe('the registry and the interface’s text', () => {
  it('have the same chain identifiers', () => {
    expect(named(() => true)).toEqual([...interfaceTestnets, ...interfaceMainnets].sort());
  });

  it('agree on which are test networks', () => {
    expect(named(({ testnet }) => testnet)).toEqual([...interfaceTestnets].sort());
  });

  it('agree on where refunds and claims can be asked for', () => {
    expect(named(({ refunds }) => refunds)).toEqual([...interfaceRefundChains].sort());
    expect(named(({ claims }) => claims)).toEqual([...interfaceClaimChains].sort());
  });

  it('agree on how the native coin is written', () => {
    for (const { nativeToken } of chains)
      expect(nativeToken.forms).toContain(formatsOf('evm').nativeToken);
    expect(knownChains.SOLANA?.nativeToken.forms).toContain(
      'So11111111111111111111111111111111111111111',
    );
    expect(knownChains.SUI?.nativeToken.forms).toContain(`0x${'0'.repeat(63)}2::sui::SUI`);
  });
});

it('lists no chain of a family among those on which nothing is signed', () => {
  expect(Object.keys(otherChains).filter((name) => chainRegistry[name])).toEqual([]);
});

it('has no two chains under one CAIP-2 id, and none that is malformed', () => {
  const ids = chains.flatMap(({ caip2 }) => caip2 ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  // CAIP-2: namespace and reference.
  for (const id of ids) expect(id).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/);
});

it('links to explorers with a place for the id', () => {
  for (const { explorer, name } of chains) {
    for (const page of Object.values(explorer ?? {})) {
      expect(page.split('{id}'), name).toHaveLength(2);
      expect(URL.canParse(page.replace('{id}', '1')), name).toBe(true);
      expect(page, name).toMatch(/^https:\/\/[^ ]*[^/]\/(#\/)?([^/{]+\/)*\{id\}$/);
    }
  }
});
