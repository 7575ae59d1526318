import type { EvmAdapterOptions } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { RpcProxy } from './rpc-proxy.ts';

/** Proxies as endpoints of as many hosts: `node-0.test`, `node-1.test` and so on. */
export function asHosts(
  proxies: readonly RpcProxy[],
): Required<Pick<EvmAdapterOptions, 'rpcUrls' | 'fetch'>> {
  const rpcUrls = proxies.map((_, index) => hostName(index)).map((host) => `http://${host}/`);
  const toProxy: typeof fetch = (url, init) =>
    fetch(proxies[rpcUrls.indexOf(String(url))]!.url, init);
  return { rpcUrls, fetch: toProxy };
}

export const hostName = (index: number): string => `node-${index}.test`;
