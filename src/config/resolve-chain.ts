import { assertNever } from '../core/assert-never.ts';
import { type Chain, type ChainName, chainRegistry } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainConfig } from './config.ts';
import type { ChainSettings } from './settings.ts';

/**
 * A chain's registry entry with what is configured laid over it. Of another network than the mainnet its contracts, programs and explorer are
 * not assumed.
 * @throws `UNKNOWN_CHAIN` where the registry does not know the name
 */
export function resolveChain(name: ChainName, settings: ChainSettings): ChainConfig {
  const entry = chainRegistry[name];
  if (!entry) throw new FerrymanError('UNKNOWN_CHAIN', `the chain ${name} is not in the registry`);
  const { rpcUrls, wsUrls, timeoutMs, nativeToken, ...rest } = settings;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const known = isMainnet(entry, settings) ? entry : withoutMainnet(entry);
  const chain = { ...known, ...given, nativeToken: { ...entry.nativeToken, ...nativeToken } } as Chain;
  return {
    rpcUrls,
    ...(wsUrls === undefined ? {} : { wsUrls }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    chain: { ...chain, caip2: caip2Of(chain) },
  };
}

/** What a chain of this family can be told; `loadConfig` reports the others. */
export function settingsOf({ family }: Pick<Chain, 'family'>): ReadonlySet<keyof ChainSettings> {
  const all = [
    'rpcUrls',
    'timeoutMs',
    'blockTimeMs',
    'progressDepth',
    'wrappedNative',
    'nativeToken',
    'explorerUrl',
    'maxNetworkFee',
    'maxDeclaredFee',
  ] as const;
  switch (family) {
    case 'evm':
      return new Set([...all, 'wsUrls', 'chainId', 'proofDepth', 'transactionType', 'spenders'] as const);
    case 'tron':
      return new Set([...all, 'genesis', 'proofDepth', 'spenders'] as const);
    case 'solana':
      return new Set([...all, 'wsUrls', 'genesis', 'programs'] as const);
    case 'ton':
      return new Set([...all, 'genesis', 'networkId'] as const);
    case 'bitcoin':
      return new Set([...all, 'genesis', 'proofDepth', 'network'] as const);
    default:
      return assertNever(family, 'family');
  }
}

function isMainnet(entry: Chain, { chainId, genesis }: ChainSettings): boolean {
  return entry.family === 'evm'
    ? (chainId ?? entry.chainId) === entry.chainId
    : (genesis ?? entry.genesis) === entry.genesis;
}

function withoutMainnet(entry: Chain): Chain {
  const { wrappedNative: _wrapped, explorerUrl: _explorer, ...facts } = entry;
  return facts.family === 'solana' ? { ...facts, programs: [] } : facts;
}

/** CAIP-2, with the references of its namespaces (namespaces.chainagnostic.org). */
function caip2Of(chain: Chain): string {
  switch (chain.family) {
    case 'evm':
      return `eip155:${chain.chainId}`;
    case 'tron':
      return `tron:0x${chain.genesis.slice(-8)}`;
    case 'solana':
      return `solana:${chain.genesis.slice(0, 32)}`;
    case 'ton':
      return `tvm:${chain.networkId}`;
    case 'bitcoin':
      return `bip122:${chain.genesis.slice(0, 32)}`;
    default:
      return assertNever(chain, 'chain');
  }
}
