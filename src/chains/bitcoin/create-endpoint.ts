import type { BitcoinChain } from '../../core/chains.ts';
import type { EndpointOptions } from '../endpoints/endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { createEsploraEndpoint } from './esplora/create-esplora-endpoint.ts';

export function createEndpoint(
  url: string,
  chain: Pick<BitcoinChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  return createEsploraEndpoint(url, chain, options);
}
