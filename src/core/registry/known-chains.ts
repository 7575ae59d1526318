import type { Explorer } from '../../families/shared/formats/chain-facts.ts';
import {
  type Chain,
  type ChainName,
  chainRegistry,
  type Family,
  formatsOf,
} from '../swap/chains.ts';
import { otherChains } from './other-chains.ts';

/** The facts of a chain identifier of the interface, whether Ferryman can sign there or not. */
export interface KnownChain {
  name: ChainName;
  title: string;
  /** Absent: the namespace is not registered, or the chain's reference in it is uncertain. */
  caip2?: string;
  testnet: boolean;
  /**
   * The family that signs there once endpoints are configured. Absent: Ferryman cannot sign there.
   */
  family?: Family;
  nativeToken: {
    symbol: string;
    decimals: number;
    /** How the interface writes the native coin; the first form is Ferryman's own. */
    forms: readonly string[];
  };
  explorer?: Explorer;
  /** A public endpoint that the ecosystem itself recommends. */
  rpcUrl?: string;
  /** Whether the interface's refund and claim endpoints support this chain (end of section 2.7). */
  refunds: boolean;
  claims: boolean;
}

const refundChains: ReadonlySet<ChainName> = new Set([
  ...[
    'BSC',
    'POLYGON',
    'AVALANCHE',
    'ETH',
    'FANTOM',
    'ARBITRUM',
    'AURORA',
    'OPTIMISM',
    'ASTAR_EVM',
  ],
  ...['GOERLI', 'BSCT', 'MUMBAI', 'FUJI'],
]);
const claimChains: ReadonlySet<ChainName> = new Set(['ARBITRUM', 'ETH']);

/** The zero address: how the interface writes the native coin on most chains (section 2.1). */
const zeroAddress = '0x0000000000000000000000000000000000000000';

/**
 * Every chain identifier of the interface's section 2.7. What a family says of a chain wins over the
 * table of chains on which nothing is signed.
 */
export const knownChains: Readonly<Record<ChainName, KnownChain>> = Object.fromEntries(
  [
    ...Object.values(chainRegistry).map(executing),
    ...Object.keys(otherChains)
      .filter((name) => !chainRegistry[name])
      .map(other),
  ].map((chain) => [chain.name, chain]),
);

function executing({ name, family, caip2, nativeToken }: Chain): KnownChain {
  const { symbol, decimals, address } = nativeToken;
  const {
    title,
    testnet = false,
    explorer,
    rpcUrl,
  } = formatsOf(family).networks[name] ?? { title: name };
  return {
    ...common(name),
    title,
    caip2,
    testnet,
    family,
    nativeToken: { symbol, decimals, forms: [...new Set([address, zeroAddress])] },
    ...(explorer === undefined ? {} : { explorer }),
    ...(rpcUrl === undefined ? {} : { rpcUrl }),
  };
}

function other(name: ChainName): KnownChain {
  const {
    title,
    caip2,
    symbol,
    decimals,
    nativeForms = [],
    explorer,
  } = otherChains[name] as (typeof otherChains)[string];
  return {
    ...common(name),
    title,
    ...(caip2 === undefined ? {} : { caip2 }),
    testnet: false,
    nativeToken: { symbol, decimals, forms: [...nativeForms, zeroAddress] },
    ...(explorer === undefined ? {} : { explorer }),
  };
}

function common(name: ChainName): Pick<KnownChain, 'name' | 'refunds' | 'claims'> {
  return { name, refunds: refundChains.has(name), claims: claimChains.has(name) };
}
