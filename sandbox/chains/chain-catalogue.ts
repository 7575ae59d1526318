import { parseEther, parseUnits } from 'viem';
import type {
  EvmChainName,
  OtherChainName,
  SandboxChainName,
  TokenBehaviour,
} from '../endpoints.ts';

/**
 * A chain that the sandbox simulates. No network in viem's list has its id (a test checks this), so
 * nothing signed here is valid elsewhere.
 */
export interface ChainDefinition {
  readonly name: SandboxChainName;
  readonly title: string;
  readonly chainId: number;
  readonly native: TokenDefinition;
  /** Undefined if the chain has none. */
  readonly wrappedNative?: TokenDefinition & { readonly behaviour: 'wrapped-native' };
  /** USDT behaves differently on some chains. */
  readonly usdtBehaviour: 'zero-first' | 'standard';
  /** The fixed fee of a bridge gateway per order, in the native coin's base units. */
  readonly bridgeFee: bigint;
  /** Whole units of every token that each payer holds. */
  readonly payerStock: bigint;
  /** The lowest native balance that an account can have, in base units. */
  readonly leastNative: bigint;
  /** Gas (compute units, virtual bytes) of a deposit, a generous estimate. Default: 300,000. */
  readonly depositGas?: bigint;
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

/** Prices in millionths of a US dollar, for pools and for the conversion of cross-chain orders. */
const ETHER_PRICE = usd('2500');
const POL_PRICE = usd('0.5');

const ETHER = {
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  behaviour: 'native',
  usdMicros: ETHER_PRICE,
} as const;
const POL = {
  symbol: 'POL',
  name: 'POL',
  decimals: 18,
  behaviour: 'native',
  usdMicros: POL_PRICE,
} as const;
const WETH = {
  ...ETHER,
  symbol: 'WETH',
  name: 'Wrapped Ether',
  behaviour: 'wrapped-native',
} as const;
const TRX = {
  symbol: 'TRX',
  name: 'TRX',
  decimals: 6,
  behaviour: 'native',
  usdMicros: usd('0.25'),
} as const;
const WTRX = { ...TRX, symbol: 'WTRX', name: 'Wrapped TRX', behaviour: 'wrapped-native' } as const;
const SOL = {
  symbol: 'SOL',
  name: 'Solana',
  decimals: 9,
  behaviour: 'native',
  usdMicros: usd('150'),
} as const;
const WSOL = { ...SOL, symbol: 'WSOL', name: 'Wrapped SOL', behaviour: 'wrapped-native' } as const;
const TON = {
  symbol: 'TON',
  name: 'Toncoin',
  decimals: 9,
  behaviour: 'native',
  usdMicros: usd('3'),
} as const;
const BTC = {
  symbol: 'BTC',
  name: 'Bitcoin',
  decimals: 8,
  behaviour: 'native',
  usdMicros: usd('60000'),
} as const;
const WPOL = { ...POL, symbol: 'WPOL', name: 'Wrapped POL', behaviour: 'wrapped-native' } as const;

const PLENTY = { payerStock: 1_000_000_000n, leastNative: 1n } as const;

export const CHAIN_DEFINITIONS = {
  ETH: {
    name: 'ETH',
    title: 'Ethereum',
    chainId: 7_700_001,
    native: ETHER,
    wrappedNative: WETH,
    usdtBehaviour: 'zero-first',
    bridgeFee: parseEther('0.0002'),
    ...PLENTY,
  },
  POLYGON: {
    name: 'POLYGON',
    title: 'Polygon',
    chainId: 7_700_002,
    native: POL,
    wrappedNative: WPOL,
    usdtBehaviour: 'zero-first',
    bridgeFee: parseEther('0.2'),
    ...PLENTY,
  },
  ARBITRUM: {
    name: 'ARBITRUM',
    title: 'Arbitrum',
    chainId: 7_700_003,
    native: ETHER,
    wrappedNative: WETH,
    usdtBehaviour: 'zero-first',
    bridgeFee: parseEther('0.0001'),
    ...PLENTY,
  },
  TRON: {
    name: 'TRON',
    title: 'TRON',
    // The engine's chain id. Contracts and gateways see it; TRON transactions have none.
    chainId: 7_700_004,
    native: TRX,
    wrappedNative: WTRX,
    usdtBehaviour: 'standard',
    bridgeFee: parseUnits('2', 6),
    ...PLENTY,
  },
  SOLANA: {
    name: 'SOLANA',
    title: 'Solana',
    // Only listings and gateways use it. The chain itself has none.
    chainId: 7_700_005,
    native: SOL,
    wrappedNative: WSOL,
    usdtBehaviour: 'standard',
    bridgeFee: 0n,
    // More than anyone can spend. In lamports it has to be below the safe integers of JSON.
    payerStock: 5_000_000n,
    // The rent of an account without data.
    leastNative: 890_880n,
  },
  TON: {
    name: 'TON',
    title: 'TON',
    // Only listings and gateways use it. The chain itself has none.
    chainId: 7_700_006,
    native: TON,
    usdtBehaviour: 'standard',
    bridgeFee: 0n,
    // More than anyone can spend, and less than the supply of the main network.
    payerStock: 100_000_000n,
    // Pays for the storage of an account for years.
    leastNative: 10_000_000n,
  },
  BITCOIN: {
    name: 'BITCOIN',
    title: 'Bitcoin',
    // Only listings and gateways use it. The chain itself has none.
    chainId: 7_700_007,
    native: BTC,
    usdtBehaviour: 'standard',
    bridgeFee: 0n,
    // Less than the miner has paid to the payers before the first order.
    payerStock: 100n,
    // The dust limit for every kind of address.
    leastNative: 546n,
    // Virtual bytes of a payment with a memo and a few inputs.
    depositGas: 500n,
  },
} as const satisfies Readonly<Record<SandboxChainName, ChainDefinition>>;

/** The tokens of every chain besides the native coin and its wrapped form. */
export const MINTABLE_TOKENS = {
  USDC: {
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    behaviour: 'standard',
    usdMicros: usd('1'),
  },
  DAI: {
    symbol: 'DAI',
    name: 'Dai Stablecoin',
    decimals: 18,
    behaviour: 'standard',
    usdMicros: usd('1'),
  },
  USDT: {
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    behaviour: 'zero-first',
    usdMicros: usd('1'),
  },
  FEE: {
    symbol: 'FEE',
    name: 'Fee on Transfer',
    decimals: 18,
    behaviour: 'fee-on-transfer',
    usdMicros: usd('2'),
  },
} as const satisfies Readonly<Record<string, TokenDefinition>>;

export const EVM_CHAIN_NAMES = [
  'ETH',
  'POLYGON',
  'ARBITRUM',
] as const satisfies readonly EvmChainName[];
export const OTHER_CHAIN_NAMES = [
  'TRON',
  'SOLANA',
  'TON',
  'BITCOIN',
] as const satisfies readonly OtherChainName[];
export const CHAIN_NAMES = [
  ...EVM_CHAIN_NAMES,
  ...OTHER_CHAIN_NAMES,
] as const satisfies readonly SandboxChainName[];
