import * as viemChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { evmChains } from '../../../../src/families/evm/formats/registry/evm-chains.ts';

const chains = Object.values(evmChains);
const listed = Object.values(viemChains).filter((chain) => 'id' in chain);

/** Of one of viem's entries: HYPER_EVM shares its id with a test network of the OP Stack. */
function oracleInViem({ chainId, nativeToken }: (typeof chains)[number]): string | undefined {
  const oracles = listed
    .filter(
      ({ id, nativeCurrency }) => id === chainId && nativeCurrency.symbol === nativeToken.symbol,
    )
    .flatMap(({ contracts }) =>
      contracts && 'gasPriceOracle' in contracts ? [contracts.gasPriceOracle] : [],
    );
  const [oracle] = oracles as { address?: string }[];
  return oracle?.address;
}

describe('the fee profiles of EVM chains', () => {
  it('have the oracle of every chain for which viem has one', () => {
    const known = chains.filter((chain) => oracleInViem(chain) !== undefined);
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(['OPTIMISM', 'BASE']));
    for (const chain of known)
      expect(chain.fees.surcharge, chain.name).toEqual({
        oracle: oracleInViem(chain),
        takes: 'unsigned',
        operatorFee: 'hundreds',
      });
  });

  it('have a surcharge on no other rollup than those named', () => {
    const others = chains.filter(
      (chain) => chain.fees.surcharge !== undefined && oracleInViem(chain) === undefined,
    );
    expect(others.map(({ name }) => name).sort()).toEqual([
      'BLAST_TESTNET',
      'BOBA',
      'HEMI',
      'MANTA_PACIFIC',
      'MANTLE',
      'MORPH',
      'SCROLL',
      'SCROLL_SEPOLIA',
    ]);
    // Bytes are in gas there, or free.
    for (const name of ['ARBITRUM', 'GRAVITY', 'ZK_SYNC', 'ZK_LINK', 'CELO', 'LINEA', 'TAIKO'])
      expect(evmChains[name]?.fees.surcharge, name).toBeUndefined();
  });

  it('have bounds that leave room', () => {
    for (const { name, fees, maxNetworkFee } of chains) {
      const { minTip, maxTip, maxGasPrice } = fees;
      expect(minTip, name).toBeGreaterThan(0n);
      expect(maxTip, name).toBeGreaterThanOrEqual(10n * minTip);
      expect(maxGasPrice, name).toBe(10n * maxTip);
      // A swap at the lowest tip is far below the cap on the whole fee.
      expect(minTip * 500_000n * 10n, name).toBeLessThan(maxNetworkFee);
    }
  });
});
