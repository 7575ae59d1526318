import * as listedChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { CHAIN_DEFINITIONS } from '../../sandbox/chains/chain-catalogue.ts';
import { PAPER_CHAINS } from '../../sandbox/chains/paper-chains.ts';

describe('chain ids', () => {
  const ids = [
    ...Object.values(CHAIN_DEFINITIONS).map(({ chainId }) => chainId),
    ...Object.values(PAPER_CHAINS).map(({ definition }) => definition.chainId),
  ];

  it('belong to no network that viem lists, so that nothing signed here is valid there', () => {
    const listed = new Set(Object.values(listedChains).map(({ id }) => id as number));
    expect(listed.size).toBeGreaterThan(500);
    expect(ids.filter((id) => listed.has(id))).toEqual([]);
  });

  it('differ from one another', () => {
    expect(new Set(ids).size).toBe(ids.length);
  });
});
