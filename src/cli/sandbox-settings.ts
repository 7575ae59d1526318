import { evmChainsOf, type SandboxEndpoints } from '../../sandbox/endpoints.ts';
import type { FerrymanOptions } from '../compose.ts';
import { chainRegistry } from '../core/chains.ts';
import { defaultPolicy } from '../core/policy.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * How a Ferryman works on a sandbox: its endpoints and chain ids, and times that fit blocks of a fraction of a second. What is
 * judged, reserved and proven is the same as anywhere.
 */
export function sandboxSettings(endpoints: SandboxEndpoints): Pick<FerrymanOptions, 'router' | 'chains' | 'policy'> {
  const { blockIntervalMs, finalityDepth } = endpoints;
  return {
    router: { baseUrl: endpoints.router.url, timeoutMs: 10_000 },
    chains: evmChainsOf(endpoints).map(([name, { chainId, rpcUrls, wrappedNative }]) => {
      const known = chainRegistry[name];
      if (known?.family !== 'evm') throw new FerrymanError('UNKNOWN_CHAIN', `the registry has no EVM chain ${name}`);
      return {
        chain: {
          ...known,
          chainId,
          caip2: `eip155:${chainId}`,
          wrappedNative,
          blockTimeMs: blockIntervalMs,
          progressDepth: 1,
          proofDepth: finalityDepth,
        },
        rpcUrls,
      };
    }),
    policy: {
      ...defaultPolicy,
      deadAfter: 2_000,
      leaseHold: 5_000,
      inclusionWithin: 20_000,
      bumpAfter: 4_000,
      resendAfter: 2_000,
      statusPoll: 2 * blockIntervalMs,
      settlementPoll: blockIntervalMs,
      reviewAfter: 60_000,
      retryBase: blockIntervalMs,
      retryMax: 5_000,
    },
  };
}
