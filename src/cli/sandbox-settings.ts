import type { SandboxChainEndpoints, SandboxEndpoints } from 'ferryman-sandbox';
import { resolveChain } from '../config/resolve-chain.ts';
import type { ChainSettings } from '../config/settings.ts';
import { defaultPolicy } from '../core/decide/policy.ts';
import { type Family, formatsOf } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainOptions } from '../families/family-definition.ts';
import type { FerrymanOptions } from '../ferryman-options.ts';
import type { GuardPolicy } from '../guard/policy/guard-policy.ts';
import { readGuardPolicy } from '../guard/policy/read-guard-policy.ts';

/**
 * Options for a Ferryman on a sandbox: its endpoints and networks, and times that fit blocks of a
 * fraction of a second. Guard, limits and proofs are the same as on other networks.
 */
export function sandboxSettings(
  endpoints: SandboxEndpoints,
): Pick<FerrymanOptions, 'router' | 'chains' | 'policy' | 'guardPolicy'> {
  const { blockIntervalMs } = endpoints;
  return {
    router: { baseUrl: endpoints.router.url, timeoutMs: 10_000 },
    chains: Object.entries(endpoints.chains).map(([name, chain]) =>
      chainOptions(name, chain, endpoints),
    ),
    guardPolicy: policyOf(endpoints),
    policy: {
      ...defaultPolicy,
      // One process serves all of its chains, on a machine that may be busy.
      submitWithin: 30_000,
      deadAfter: 2_000,
      // The router's client may take three quarters of it.
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

/** The policy that the sandbox ships: it names its contracts, as an operator's would. */
function policyOf({ guardPolicy }: SandboxEndpoints): GuardPolicy {
  const read = readGuardPolicy(guardPolicy);
  if (read.ok) return read.policy;
  const faults = read.faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
  throw new FerrymanError('INTERNAL', `the sandbox's policy has faults: ${faults}`);
}

function chainOptions(
  name: string,
  chain: SandboxChainEndpoints,
  { blockIntervalMs, finalityDepth }: SandboxEndpoints,
): ChainOptions {
  return resolveChain(name, {
    ...networkSettingsOf(chain),
    rpcUrls: [...nodeUrlsOf(chain)],
    ...('wsUrls' in chain ? { wsUrls: [...chain.wsUrls] } : {}),
    ...('broadcastUrls' in chain ? { broadcastUrls: [...chain.broadcastUrls] } : {}),
    ...('wrappedNative' in chain ? { wrappedNative: chain.wrappedNative } : {}),
    ...(chain.tokens.length === 0
      ? {}
      : { tokens: Object.fromEntries(chain.tokens.map((one) => [one.symbol, one.address])) }),
    blockTimeMs: blockIntervalMs,
    progressDepth: 1,
    // Some chains report finality themselves.
    ...(formatsOf(chain.family).settings.includes('proofDepth')
      ? { proofDepth: finalityDepth }
      : {}),
  });
}

/** The URLs of a chain's nodes: the sandbox names each kind of node differently. */
export function nodeUrlsOf(chain: SandboxChainEndpoints): readonly string[] {
  if ('rpcUrls' in chain) return chain.rpcUrls;
  return 'fullNodeUrls' in chain ? chain.fullNodeUrls : chain.esploraUrls;
}

const networkSettings = ['chainId', 'genesis', 'networkId', 'network'] as const;
type NetworkSettings = Pick<ChainSettings, (typeof networkSettings)[number]>;

/** The settings that identify the chain's network within its family. */
export function networkSettingsOf(
  chain: NetworkSettings & { family: Family },
): Partial<NetworkSettings> {
  const { settings } = formatsOf(chain.family);
  const own = networkSettings.filter((member) => settings.includes(member) && member in chain);
  return Object.fromEntries(own.map((member) => [member, chain[member]]));
}
