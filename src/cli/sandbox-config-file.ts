import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { sandboxSettings } from './sandbox-settings.ts';

/** A `ferryman.config.json` for a running sandbox. */
export function sandboxConfigFile(endpoints: SandboxEndpoints): string {
  const { router, chains, policy } = sandboxSettings(endpoints);
  const file = {
    router: { url: router.baseUrl, timeoutMs: router.timeoutMs },
    chains: Object.fromEntries(
      chains.map(({ chain, rpcUrls, wsUrls }) => {
        const { blockTimeMs, progressDepth, wrappedNative } = chain;
        const network =
          chain.family === 'evm'
            ? { chainId: chain.chainId }
            : { genesis: chain.genesis, ...(chain.family === 'ton' ? { networkId: chain.networkId } : {}) };
        const finality = 'proofDepth' in chain ? { proofDepth: chain.proofDepth } : {};
        const addresses = chain.family === 'bitcoin' ? { network: chain.network } : {};
        return [
          chain.name,
          { ...network, ...addresses, rpcUrls, wsUrls, blockTimeMs, progressDepth, ...finality, wrappedNative },
        ];
      }),
    ),
    policy,
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
