import { type SoleHost, soleHostOf } from '../core/settlement/witnessed.ts';
import type { Config } from './config.ts';

/** The configured chains with a single host. None on the sandbox, which has one node per chain. */
export function findSoleHosts({ networks }: Pick<Config, 'networks'>): SoleHost[] {
  if (networks.kind === 'sandbox') return [];
  return networks.chains.flatMap(({ chain, rpcUrls }) => {
    const hosts = rpcUrls.map((url) => new URL(url).host);
    return soleHostOf(chain, hosts) ?? [];
  });
}
