import type { EndpointOptions } from '../../shared/endpoints/endpoint.ts';
import { type BitcoinChain, bitcoindPrefix } from '../formats/chain.ts';
import { createBitcoindEndpoint } from './bitcoind/create-bitcoind-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { createEsploraEndpoint } from './esplora/create-esplora-endpoint.ts';

/**
 * @param url an Esplora server, or `bitcoind+http://user:password@host:port` for a Bitcoin Core
 * node
 */
export function createEndpoint(
  url: string,
  chain: Pick<BitcoinChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  const create = url.startsWith(bitcoindPrefix) ? createBitcoindEndpoint : createEsploraEndpoint;
  return create(url, chain, options);
}
