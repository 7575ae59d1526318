import type { Address } from 'viem';

/** The chains that every sandbox has, by the router interface's identifiers. */
export type EvmChainName = 'ETH' | 'POLYGON' | 'ARBITRUM';

/** Those that can be left out. */
export type OtherChainName = 'TRON' | 'SOLANA' | 'TON' | 'BITCOIN';

export type SandboxChainName = EvmChainName | OtherChainName;

/** Where providers deliver and nothing runs. */
export type PaperChainName = 'LITECOIN' | 'RIPPLE';

/** Where money can go. */
export type PlaceName = SandboxChainName | PaperChainName;

/**
 * How a token moves: as EIP-20 has it, like USDT (allowance to zero first, no answers), burning one
 * percent of each transfer, or as the wrapped native coin.
 */
export type TokenBehaviour = 'standard' | 'zero-first' | 'fee-on-transfer' | 'wrapped-native';

interface SandboxTokenEndpoint<TokenAddress extends string> {
  readonly symbol: string;
  readonly address: TokenAddress;
  readonly decimals: number;
  readonly behaviour: TokenBehaviour;
}

interface CommonChainEndpoints<TokenAddress extends string> {
  /** As the router and gateways name the chain; transactions name it on the EVM only. */
  readonly chainId: number;
  readonly nativeToken: { readonly symbol: string; readonly decimals: number };
  readonly tokens: readonly SandboxTokenEndpoint<TokenAddress>[];
}

/** Of a chain that has its native coin as a token, too. */
interface WrappingChainEndpoints<TokenAddress extends string>
  extends CommonChainEndpoints<TokenAddress> {
  readonly wrappedNative: TokenAddress;
}

export interface EvmChainEndpoints extends WrappingChainEndpoints<Address> {
  readonly family: 'evm';
  readonly rpcUrls: readonly string[];
  /** For subscriptions: the same node. */
  readonly wsUrls: readonly string[];
}

/** Addresses are `T…`. */
export interface TronChainEndpoints extends WrappingChainEndpoints<string> {
  readonly family: 'tron';
  /** Id of block 0, which tells the chain from all others; 64 hex digits. */
  readonly genesis: string;
  /** Full node and solidity node in one: `wallet/` and `walletsolidity/`. */
  readonly fullNodeUrls: readonly string[];
}

/** Addresses are base 58. */
export interface SolanaChainEndpoints extends WrappingChainEndpoints<string> {
  readonly family: 'solana';
  readonly rpcUrls: readonly string[];
  /** For subscriptions: the port after that of `rpcUrls`, which web3.js uses by itself. */
  readonly wsUrls: readonly string[];
  /** The genesis hash, which tells the chain from all others. */
  readonly genesis: string;
  /** The accounts that pay in swaps on this chain and sign these, together with the user. */
  readonly makers: readonly string[];
  /** The address lookup table that transactions of version 0 use. */
  readonly lookupTable: string;
}

/** Addresses are in the form for people (TEP-2) that bounces. */
export interface TonChainEndpoints extends CommonChainEndpoints<string> {
  readonly family: 'ton';
  /** What toncenter has under `/api/v2`; questions go to `jsonRPC` below it. */
  readonly rpcUrls: readonly string[];
  /** Root hash of the first masterchain block, base64, which tells the chain from all others. */
  readonly genesis: string;
  /** What wallets of version 5 sign beside their messages (`global_id`). */
  readonly networkId: number;
  /** The contracts that swap coins for jettons. */
  readonly pools: readonly string[];
}

/** Addresses are in bech32 or bech32m. It has its coin and no other token. */
export interface BitcoinChainEndpoints extends CommonChainEndpoints<string> {
  readonly family: 'bitcoin';
  /**
   * Hash of block 0, as it is written for people: every network of regression tests has the same.
   */
  readonly genesis: string;
  /** Which addresses are the chain's. */
  readonly network: 'regtest';
  /** What Esplora has under `/api`. */
  readonly esploraUrls: readonly string[];
  /** The same node's JSON-RPC as bitcoind has it, with user and password. */
  readonly bitcoindUrls: readonly string[];
}

export type SandboxChainEndpoints =
  | EvmChainEndpoints
  | TronChainEndpoints
  | SolanaChainEndpoints
  | TonChainEndpoints
  | BitcoinChainEndpoints;

export type ChainFamily = SandboxChainEndpoints['family'];

/** Everything a program needs to use a running sandbox; plain JSON. */
export interface SandboxEndpoints {
  readonly router: { readonly url: string };
  readonly control: { readonly url: string };
  /** How many blocks behind the latest one the final block is (`finalized`, or solidified). */
  readonly finalityDepth: number;
  readonly blockIntervalMs: number;
  readonly chains: Readonly<Record<EvmChainName, EvmChainEndpoints>> & {
    readonly TRON?: TronChainEndpoints;
  } & {
    readonly SOLANA?: SolanaChainEndpoints;
  } & { readonly TON?: TonChainEndpoints } & { readonly BITCOIN?: BitcoinChainEndpoints };
}

/** The EVM chains alone, by name. */
export function evmChainsOf({
  chains,
}: Pick<SandboxEndpoints, 'chains'>): [EvmChainName, EvmChainEndpoints][] {
  const { ETH, POLYGON, ARBITRUM } = chains;
  return [
    ['ETH', ETH],
    ['POLYGON', POLYGON],
    ['ARBITRUM', ARBITRUM],
  ];
}
