import { parseEther, parseUnits } from 'viem';
import type { SandboxChainName, TokenBehaviour } from '../endpoints.ts';

/**
 * The chains that the sandbox plays. Their ids are used by no network that viem lists (a test checks it), so that
 * nothing signed here is valid anywhere else.
 */
export interface ChainDefinition {
  readonly name: SandboxChainName;
  readonly title: string;
  readonly chainId: number;
  readonly native: TokenDefinition;
  readonly wrappedNative: TokenDefinition & { readonly behaviour: 'wrapped-native' };
  /** What a bridge gateway takes for an order, in wei. */
  readonly bridgeFee: bigint;
}

export interface TokenDefinition {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly behaviour: TokenBehaviour | 'native';
  /** Fixed price of one whole token in millionths of a US dollar. */
  readonly usdMicros: bigint;
}

const usd = (text: string): bigint => parseUnits(text, 6);

/** Millionths of a US dollar with which pools are priced and cross-chain orders are converted. */
const ETHER_PRICE = usd('2500');
const POL_PRICE = usd('0.5');

const ETHER = { symbol: 'ETH', name: 'Ether', decimals: 18, behaviour: 'native', usdMicros: ETHER_PRICE } as const;
const POL = { symbol: 'POL', name: 'POL', decimals: 18, behaviour: 'native', usdMicros: POL_PRICE } as const;
const WETH = { ...ETHER, symbol: 'WETH', name: 'Wrapped Ether', behaviour: 'wrapped-native' } as const;
const WPOL = { ...POL, symbol: 'WPOL', name: 'Wrapped POL', behaviour: 'wrapped-native' } as const;

export const CHAIN_DEFINITIONS: Readonly<Record<SandboxChainName, ChainDefinition>> = {
  ETH: {
    name: 'ETH',
    title: 'Ethereum',
    chainId: 7_700_001,
    native: ETHER,
    wrappedNative: WETH,
    bridgeFee: parseEther('0.0002'),
  },
  POLYGON: {
    name: 'POLYGON',
    title: 'Polygon',
    chainId: 7_700_002,
    native: POL,
    wrappedNative: WPOL,
    bridgeFee: parseEther('0.2'),
  },
  ARBITRUM: {
    name: 'ARBITRUM',
    title: 'Arbitrum',
    chainId: 7_700_003,
    native: ETHER,
    wrappedNative: WETH,
    bridgeFee: parseEther('0.0001'),
  },
};

/** The tokens that exist on every chain, beside the native coin and its wrapped form. */
export const MINTABLE_TOKENS = {
  USDC: { symbol: 'USDC', name: 'USD Coin', decimals: 6, behaviour: 'standard', usdMicros: usd('1') },
  DAI: { symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18, behaviour: 'standard', usdMicros: usd('1') },
  USDT: { symbol: 'USDT', name: 'Tether USD', decimals: 6, behaviour: 'zero-first', usdMicros: usd('1') },
  FEE: { symbol: 'FEE', name: 'Fee on Transfer', decimals: 18, behaviour: 'fee-on-transfer', usdMicros: usd('2') },
} as const satisfies Readonly<Record<string, TokenDefinition>>;

export const CHAIN_NAMES = ['ETH', 'POLYGON', 'ARBITRUM'] as const satisfies readonly SandboxChainName[];
