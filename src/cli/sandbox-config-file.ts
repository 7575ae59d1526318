import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { sandboxSettings } from './sandbox-settings.ts';

/** A `ferryman.config.json` for a running sandbox. */
export function sandboxConfigFile(endpoints: SandboxEndpoints): string {
  const { router, chains, policy } = sandboxSettings(endpoints);
  const file = {
    router: { url: router.baseUrl, timeoutMs: router.timeoutMs },
    chains: Object.fromEntries(
      chains.map(({ chain, rpcUrls }) => {
        const { chainId, blockTimeMs, progressDepth, proofDepth, wrappedNative } = chain;
        return [chain.name, { chainId, rpcUrls, blockTimeMs, progressDepth, proofDepth, wrappedNative }];
      }),
    ),
    policy,
  };
  const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
  return `${JSON.stringify(file, plain, 2)}\n`;
}
