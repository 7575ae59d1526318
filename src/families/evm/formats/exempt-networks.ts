import type { ExemptNetwork } from '../../shared/formats/network-identity.ts';
import { evmNetworks } from './registry/evm-networks.ts';

/** Hashes of block 0 by EIP-155 chain id (go-ethereum's `params`; Goerli: Nethermind's). */
const testGenesis: Readonly<Record<number, string>> = {
  5: '0xbf7e331f7f7c1dd2e05159666b3bf8bc7a8a3a9eb1d518969eab529dd9b88c1a',
  17000: '0xb5f7f912443c940f21fd611f12828d75b534364ed9e95ca4e307729a4661bde4',
  560048: '0xbbe312868b376a3001692a646dd2d7d1e4406380dfd86b98aa8a34d1557c971b',
  11155111: '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
};

/** Test networks that the routing interface does not list. */
const furtherTests: readonly (readonly [chainId: number, title: string])[] = [
  [560_048, 'Hoodi'],
  [80_002, 'Polygon Amoy'],
  [84_532, 'Base Sepolia'],
  [421_614, 'Arbitrum Sepolia'],
  [11_155_420, 'OP Sepolia'],
];

/**
 * The ids of the sandbox's EVM chains. Their block 0 is new at each start; no other network has
 * these ids, and each signature carries the id (EIP-155).
 */
const sandboxIds = [7_700_001, 7_700_002, 7_700_003] as const;

export const evmExemptNetworks: readonly ExemptNetwork[] = [
  ...sandboxIds.map(
    (id): ExemptNetwork => ({ kind: 'sandbox', title: 'the sandbox', id: `${id}` }),
  ),
  ...Object.values(evmNetworks)
    .filter(({ testnet }) => testnet === true)
    .map(({ chainId, title }) => testNetwork(chainId, title)),
  ...furtherTests.map(([chainId, title]) => testNetwork(chainId, title)),
];

function testNetwork(chainId: number, title: string): ExemptNetwork {
  const genesis = testGenesis[chainId];
  return {
    kind: 'test',
    title,
    id: `${chainId}`,
    ...(genesis === undefined ? {} : { genesis }),
  };
}
