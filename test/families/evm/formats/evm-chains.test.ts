import * as viemChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { knownChains } from '../../../../src/core/registry/known-chains.ts';
import { evmChains } from '../../../../src/families/evm/formats/registry/evm-chains.ts';

/** Not in viem: copied from ethereum-lists/chains (`_data/chains/eip155-<id>.json`). */
const unknownToViem = ['BOBA_BSC', 'DX_CHAIN', 'OASIS'];

const known = Object.values(viemChains).filter((chain) => 'id' in chain);

/** viem has several entries for some ids: ours must equal one of them. */
function candidates(chainId: number) {
  return known.filter(({ id }) => id === chainId).map(factsOf);
}

/** Any if viem has none. */
function blockTimes(title: string): readonly unknown[] {
  return known
    .filter(({ name }) => name === title)
    .map(({ blockTime }) => blockTime ?? expect.any(Number));
}

function factsOf(chain: (typeof known)[number]) {
  const { name, nativeCurrency, rpcUrls, blockExplorers } = chain;
  return {
    title: name,
    symbol: nativeCurrency.symbol,
    decimals: nativeCurrency.decimals,
    testnet: chain.testnet === true,
    rpcUrl: trimmed(rpcUrls.default.http[0]),
    explorerUrl: trimmed(blockExplorers?.default.url),
  };
}

function trimmed(url: string | undefined): string | undefined {
  return url?.replace(/\/$/, '');
}

describe('the EVM chains of the registry', () => {
  const chains = Object.values(evmChains);

  it('are in viem’s list, except those that it lacks', () => {
    const strangers = chains
      .filter(({ chainId }) => candidates(chainId).length === 0)
      .map(({ name }) => name);
    expect(strangers.sort()).toEqual(unknownToViem);
  });

  it.each(chains.filter(({ name }) => !unknownToViem.includes(name)))(
    '$name is as viem has it',
    (chain) => {
      const { title, testnet, rpcUrl } = knownChains[chain.name]!;
      const { symbol, decimals } = chain.nativeToken;
      const ours = { title, symbol, decimals, testnet, rpcUrl, explorerUrl: chain.explorerUrl };
      expect(candidates(chain.chainId)).toContainEqual(ours);
      expect(blockTimes(title)).toContainEqual(chain.blockTimeMs);
    },
  );

  it('have unique ids', () => {
    expect(new Set(chains.map(({ chainId }) => chainId)).size).toBe(chains.length);
  });

  it('have depths and caps that follow the rules', () => {
    const facts = (name: string) => {
      const { progressDepth, proofDepth, maxNetworkFee, maxDeclaredFee } = evmChains[name]!;
      return { progressDepth, proofDepth, maxNetworkFee, maxDeclaredFee };
    };
    const ether = 10n ** 18n;
    // Two epochs; fifty and ten dollars of ether at a thousand dollars.
    expect(facts('ETH')).toEqual({
      progressDepth: 1,
      proofDepth: 64,
      maxNetworkFee: ether / 20n,
      maxDeclaredFee: ether / 100n,
    });
    // A second, and twenty minutes.
    expect(facts('ARBITRUM')).toMatchObject({ progressDepth: 4, proofDepth: 4_800 });
    expect(facts('BASE')).toMatchObject({
      progressDepth: 1,
      proofDepth: 600,
      maxNetworkFee: ether / 20n,
    });
    // Fifteen seconds, and a little more than three minutes.
    expect(facts('POLYGON')).toEqual({
      progressDepth: 8,
      proofDepth: 96,
      maxNetworkFee: 50n * ether,
      maxDeclaredFee: 50n * ether,
    });
    expect(facts('GOERLI')).toEqual(facts('ETH'));
    expect(facts('MOONBEAM')).toMatchObject({ progressDepth: 3, proofDepth: 32 });
    // A minute, and 96 blocks at most.
    expect(facts('BSC')).toMatchObject({
      progressDepth: 1,
      proofDepth: 80,
      maxNetworkFee: ether / 2n,
    });
    expect(facts('MONAD')).toMatchObject({ progressDepth: 1, proofDepth: 96 });
    expect(facts('AVALANCHE')).toMatchObject({
      progressDepth: 1,
      proofDepth: 36,
      maxNetworkFee: 5n * ether,
    });
    // A hundred minutes.
    expect(facts('ETHEREUM_CLASSIC')).toMatchObject({ progressDepth: 47, proofDepth: 462 });
    // Of a coin worth a hundred-thousandth of a dollar.
    expect(facts('PULSECHAIN')).toMatchObject({
      maxNetworkFee: 5_000_000n * ether,
      maxDeclaredFee: 1_000_000n * ether,
    });
    for (const { name, progressDepth, proofDepth } of chains)
      expect(progressDepth, name).toBeLessThan(proofDepth);
  });
});
