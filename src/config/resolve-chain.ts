import { type ChainName, chainRegistry } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainConfig } from './config.ts';
import type { ChainSettings } from './settings.ts';

/**
 * A chain's registry entry with what is configured laid over it. Under another chain id the mainnet's contract and explorer
 * are not assumed.
 * @throws `UNKNOWN_CHAIN` where the registry does not know the name
 */
export function resolveChain(name: ChainName, settings: ChainSettings): ChainConfig {
  const entry = chainRegistry[name];
  if (!entry) throw new FerrymanError('UNKNOWN_CHAIN', `the chain ${name} is not in the registry`);
  const { rpcUrls, timeoutMs, nativeToken, ...rest } = settings;
  const chainId = settings.chainId ?? entry.chainId;
  const { wrappedNative, explorerUrl, ...known } = entry;
  const ofMainnet = { ...(wrappedNative ? { wrappedNative } : {}), ...(explorerUrl ? { explorerUrl } : {}) };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    rpcUrls,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    chain: {
      ...known,
      ...(chainId === entry.chainId ? ofMainnet : {}),
      ...given,
      chainId,
      caip2: `eip155:${chainId}`,
      nativeToken: { ...known.nativeToken, ...nativeToken },
    },
  };
}
