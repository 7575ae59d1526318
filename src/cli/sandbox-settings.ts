import type { SandboxChainEndpoints, SandboxEndpoints } from '../../sandbox/endpoints.ts';
import type { FerrymanOptions } from '../compose.ts';
import { resolveChain } from '../config/resolve-chain.ts';
import { assertNever } from '../core/assert-never.ts';
import { defaultPolicy } from '../core/policy.ts';
import type { ChainOptions } from '../families/family-definition.ts';

/**
 * How a Ferryman works on a sandbox: its endpoints and networks, and times that fit blocks of a fraction of a second. What is
 * judged, reserved and proven is the same as anywhere.
 */
export function sandboxSettings(endpoints: SandboxEndpoints): Pick<FerrymanOptions, 'router' | 'chains' | 'policy'> {
  const { blockIntervalMs } = endpoints;
  return {
    router: { baseUrl: endpoints.router.url, timeoutMs: 10_000 },
    chains: Object.entries(endpoints.chains).map(([name, chain]) => chainOptions(name, chain, endpoints)),
    policy: {
      ...defaultPolicy,
      // One process serves all of its chains, on a machine that may be busy.
      submitWithin: 30_000,
      deadAfter: 2_000,
      // Three quarters of it are what the router's client may take.
      orderAskedWithin: 16_000,
      leaseHold: 5_000,
      // Long enough for a busy machine.
      inclusionWithin: 60_000,
      bumpAfter: 10_000,
      resendAfter: 2_000,
      statusPoll: 2 * blockIntervalMs,
      settlementPoll: blockIntervalMs,
      reviewAfter: 180_000,
      retryBase: blockIntervalMs,
      retryMax: 5_000,
    },
  };
}

function chainOptions(
  name: string,
  chain: SandboxChainEndpoints,
  { blockIntervalMs, finalityDepth }: SandboxEndpoints,
): ChainOptions {
  return resolveChain(name, {
    ...networkOf(chain),
    rpcUrls: [...nodeUrlsOf(chain)],
    ...('wsUrls' in chain ? { wsUrls: [...chain.wsUrls] } : {}),
    ...('wrappedNative' in chain ? { wrappedNative: chain.wrappedNative } : {}),
    blockTimeMs: blockIntervalMs,
    progressDepth: 1,
    // Solana's nodes say themselves what is final, and TON's blocks all are.
    ...(chain.family === 'solana' || chain.family === 'ton' ? {} : { proofDepth: finalityDepth }),
  });
}

/** What a chain is asked at. */
export function nodeUrlsOf(chain: SandboxChainEndpoints): readonly string[] {
  switch (chain.family) {
    case 'evm':
    case 'solana':
    case 'ton':
      return chain.rpcUrls;
    case 'tron':
      return chain.fullNodeUrls;
    case 'bitcoin':
      return chain.esploraUrls;
    default:
      return assertNever(chain, 'chain');
  }
}

function networkOf(
  chain: SandboxChainEndpoints,
): { chainId: number } | { genesis: string; networkId?: number; network?: 'regtest' } {
  switch (chain.family) {
    case 'evm':
      return { chainId: chain.chainId };
    case 'tron':
    case 'solana':
      return { genesis: chain.genesis };
    case 'ton':
      return { genesis: chain.genesis, networkId: chain.networkId };
    case 'bitcoin':
      return { genesis: chain.genesis, network: chain.network };
    default:
      return assertNever(chain, 'chain');
  }
}
