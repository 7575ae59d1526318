import { BLOCKCHAINS, TESTNETS } from '../../../sandbox/router/enumerations.ts';

/*
 * The identifiers in the text of the routing service's interface, version 1.0, to compare the
 * registry with. The sandbox's service has the enumerations.
 */

export {
  CROSS_CHAIN_PROVIDERS as interfaceCrossChainProviders,
  ON_CHAIN_PROVIDERS as interfaceOnChainProviders,
  TESTNETS as interfaceTestnets,
} from '../../../sandbox/router/enumerations.ts';

/** Section 2.7, C02 to C19, of both listings. */
export const interfaceMainnets = BLOCKCHAINS.filter((name) => !TESTNETS.includes(name));

/** End of section 2.7. */
export const interfaceRefundChains = words(`
  BSC POLYGON AVALANCHE ETH FANTOM ARBITRUM AURORA OPTIMISM ASTAR_EVM GOERLI BSCT MUMBAI FUJI
`);

export const interfaceClaimChains = ['ARBITRUM', 'ETH'];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
