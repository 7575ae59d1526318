import { parseEther, parseUnits } from 'viem';
import type {
  EvmChainName,
  OtherChainName,
  SandboxChainName,
  TokenBehaviour,
} from '../endpoints.ts';

/**
 * The chains that the sandbox plays. Their ids are used by no network that viem lists (a test
 * checks it), so that nothing signed here is valid anywhere else.
 */
export interface ChainDefinition {
  readonly name: SandboxChainName;
  readonly title: string;
  readonly chainId: number;
  readonly native: TokenDefinition;
  /** Undefined where there is none. */
  readonly wrappedNative?: TokenDefinition & { readonly behaviour: 'wrapped-native' };
  /** Of USDT, which is not the same on all chains. */
  readonly usdtBehaviour: 'zero-first' | 'standard';
  /** What a bridge gateway takes for an order, in the native coin's base units. */
  readonly bridgeFee: bigint;
  /** Whole tokens that each payer holds of everything. */
  readonly payerStock: bigint;
  /** The least that an account can have of the native coin, in base units. */
  readonly leastNative: bigint;
  /**
   * What a deposit takes of what the chain's gas price is for; a generous guess. Default: 300,000.
   */
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

/** Millionths of a US dollar with which pools are priced and cross-chain orders are converted. */
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
    // The engine's; contracts and gateways see it, transactions of TRON do not have one.
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
    // For listings and gateways elsewhere: the chain itself has none.
    chainId: 7_700_005,
    native: SOL,
    wrappedNative: WSOL,
    usdtBehaviour: 'standard',
    bridgeFee: 0n,
    // More than can be spent, and of lamports less than a JSON number can say.
    payerStock: 5_000_000n,
    // The rent of an account without data.
    leastNative: 890_880n,
  },
  TON: {
    name: 'TON',
    title: 'TON',
    // For listings and gateways elsewhere: the chain itself has none.
    chainId: 7_700_006,
    native: TON,
    usdtBehaviour: 'standard',
    bridgeFee: 0n,
    // More than can be spent, and less than the main network has.
    payerStock: 100_000_000n,
    // Pays for an account's storage for years.
    leastNative: 10_000_000n,
  },
  BITCOIN: {
    name: 'BITCOIN',
    title: 'Bitcoin',
    // For listings and gateways elsewhere: the chain itself has none.
    chainId: 7_700_007,
    native: BTC,
    usdtBehaviour: 'standard',
    bridgeFee: 0n,
    // Less than the miner has paid them before anybody could have bought from them.
    payerStock: 100n,
    // Whatever kind of address has it: less is dust.
    leastNative: 546n,
    // Virtual bytes of a payment with a memo that spends a few coins.
    depositGas: 500n,
  },
} as const satisfies Readonly<Record<SandboxChainName, ChainDefinition>>;

/** The tokens that exist on every chain, beside the native coin and its wrapped form. */
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
