import type { SandboxEndpoints } from 'ferryman-sandbox';
import { networkSettingsOf, sandboxSettings } from './sandbox-settings.ts';

/** A `ferryman.config.json` for a running sandbox. */
export function sandboxConfigFile(endpoints: SandboxEndpoints): string {
  const { router, chains, policy } = sandboxSettings(endpoints);
  const file = {
    router: { url: router.baseUrl, timeoutMs: router.timeoutMs },
    chains: Object.fromEntries(
      chains.map(({ chain, rpcUrls, wsUrls, broadcastUrls }) => {
        const { blockTimeMs, progressDepth, wrappedNative, tokens } = chain;
        const finality = 'proofDepth' in chain ? { proofDepth: chain.proofDepth } : {};
        return [
          chain.name,
          {
            ...networkSettingsOf(chain),
            rpcUrls,
            wsUrls,
            broadcastUrls,
            blockTimeMs,
            progressDepth,
            ...finality,
            wrappedNative,
            tokens,
          },
        ];
      }),
    ),
    policy,
    guard: { policy: endpoints.guardPolicy },
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
