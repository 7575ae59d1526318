import { PAPER_CHAINS } from '../chains/paper-chains.ts';
import type { PlaceName } from '../endpoints.ts';
import type { Provider } from '../providers/provider.ts';
import type { RouterContext } from './router-context.ts';
import { MalformedRequest } from './router-error.ts';

/** Testnets in the listing, on request. The sandbox has no routes there. */
const LISTED_TESTNETS = { SEPOLIA: 11_155_111, HOLESKY: 17_000 } as const;

/** GET /api/info/providers (2.10). */
export function listProviders({ providers }: RouterContext) {
  const ofKind = (kind: Provider['kind']) =>
    providers
      .filter((provider) => provider.kind === kind)
      .map(({ id, chains, usesServiceContract: proxyAvailable }) => ({
        name: id,
        chains: chains.map((name) => ({ name, proxyAvailable })),
      }));
  return { crossChain: ofKind('cross-chain'), onChain: ofKind('on-chain') };
}

/** GET /api/routes/chains and /api/info/chains (2.11). @throws {MalformedRequest} 1999 */
export function listChains(
  { chains, providers }: RouterContext,
  includeTestnets: string | undefined,
) {
  if (includeTestnets !== undefined && !['true', 'false'].includes(includeTestnets)) {
    throw new MalformedRequest([{ code: 1999, reason: 'includeTestnets must be true or false' }]);
  }
  const idsOn = (chain: PlaceName, kind: Provider['kind']): string[] =>
    providers
      .filter((provider) => provider.kind === kind && provider.chains.includes(chain))
      .map(({ id }) => id);
  const places = [...chains.values(), ...Object.values(PAPER_CHAINS)];
  const served = places.map(({ definition: { chainId, name }, family }) => ({
    id: chainId,
    name,
    providers: { crossChain: idsOn(name, 'cross-chain'), onChain: idsOn(name, 'on-chain') },
    proxyAvailable: true,
    testnet: false,
    type: (family === 'paper' ? name : family).toUpperCase(),
  }));
  const testnets = Object.entries(LISTED_TESTNETS).map(([name, id]) => ({
    id,
    name,
    providers: { crossChain: [], onChain: [] },
    proxyAvailable: false,
    testnet: true,
    type: 'EVM',
  }));
  return includeTestnets === 'true' ? [...served, ...testnets] : served;
}
