import { type Chain, type ChainName, chainRegistry, formatsOf } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainConfig } from './config.ts';
import type { ChainSettings } from './settings.ts';

/**
 * The registry's entry of a chain, overridden by the settings. On another network than the mainnet
 * the registry's contracts, programs and explorer do not apply.
 * @throws `UNKNOWN_CHAIN` if the registry does not have the name
 */
export function resolveChain(name: ChainName, settings: ChainSettings): ChainConfig {
  const entry = chainRegistry[name];
  if (!entry) throw new FerrymanError('UNKNOWN_CHAIN', `the chain ${name} is not in the registry`);
  const { rpcUrls, wsUrls, broadcastUrls, timeoutMs, nativeToken, fees, ...rest } = settings;
  const known = isMainnet(entry, settings) ? entry : withoutMainnet(entry);
  const chain = {
    ...known,
    ...given(rest),
    nativeToken: { ...entry.nativeToken, ...nativeToken },
    ...('fees' in entry && fees ? { fees: { ...entry.fees, ...given(fees) } } : {}),
  } as Chain;
  return {
    rpcUrls,
    ...(wsUrls === undefined ? {} : { wsUrls }),
    ...(broadcastUrls === undefined ? {} : { broadcastUrls }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    chain: { ...chain, caip2: formatsOf(chain.family).caip2Of(chain) },
  };
}

function given(settings: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** The settings that a chain of this family has; `loadConfig` reports others as faults. */
export function settingsOf({ family }: Pick<Chain, 'family'>): ReadonlySet<keyof ChainSettings> {
  return new Set([
    'rpcUrls',
    'broadcastUrls',
    'timeoutMs',
    'blockTimeMs',
    'progressDepth',
    'wrappedNative',
    'nativeToken',
    'tokens',
    'explorerUrl',
    'maxNetworkFee',
    'lowGas',
    'maxDeclaredFee',
    ...formatsOf(family).settings,
  ]);
}

function isMainnet(entry: Chain, settings: ChainSettings): boolean {
  const { networkMember, networkOf } = formatsOf(entry.family);
  const given = settings[networkMember];
  if (given === undefined) return true;
  return networkOf({ ...entry, [networkMember]: given } as Chain) === networkOf(entry);
}

function withoutMainnet(entry: Chain): Chain {
  const { wrappedNative: _wrapped, explorerUrl: _explorer, ...facts } = entry;
  return { ...facts, ...formatsOf(entry.family).offMainnet } as Chain;
}
