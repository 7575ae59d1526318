import type { Address } from 'viem';
import type { GuardPolicyFile } from './guard-policy-file.ts';

/** The chains that every sandbox has, under their names in the router interface. */
export type EvmChainName = 'ETH' | 'POLYGON' | 'ARBITRUM';

/** The chains that a sandbox can leave out. */
export type OtherChainName = 'TRON' | 'SOLANA' | 'TON' | 'BITCOIN';

export type SandboxChainName = EvmChainName | OtherChainName;

/** Chains that providers deliver to but that do not run. */
export type PaperChainName = 'LITECOIN' | 'RIPPLE';

/** Every chain that can receive money. */
export type PlaceName = SandboxChainName | PaperChainName;

/**
 * How a token moves: `standard` as in EIP-20; `zero-first` like USDT (an allowance has to be reset
 * to zero before it changes, calls return nothing); `fee-on-transfer` burns one percent of each
 * transfer; `wrapped-native` wraps the native coin.
 */
export type TokenBehaviour = 'standard' | 'zero-first' | 'fee-on-transfer' | 'wrapped-native';

interface SandboxTokenEndpoint<TokenAddress extends string> {
  readonly symbol: string;
  readonly address: TokenAddress;
  readonly decimals: number;
  readonly behaviour: TokenBehaviour;
}

interface CommonChainEndpoints<TokenAddress extends string> {
  /** The router and the gateways use this id. Only EVM transactions contain it. */
  readonly chainId: number;
  readonly nativeToken: { readonly symbol: string; readonly decimals: number };
  readonly tokens: readonly SandboxTokenEndpoint<TokenAddress>[];
}

/** A chain with a wrapped form of its native coin. */
interface WrappingChainEndpoints<TokenAddress extends string>
  extends CommonChainEndpoints<TokenAddress> {
  readonly wrappedNative: TokenAddress;
}

export interface EvmChainEndpoints extends WrappingChainEndpoints<Address> {
  readonly family: 'evm';
  readonly rpcUrls: readonly string[];
  /** For subscriptions, to the same node. */
  readonly wsUrls: readonly string[];
  /** A private relay: it takes `eth_sendRawTransaction` and answers nothing else. */
  readonly broadcastUrls: readonly string[];
}

/** Addresses are `T…`. */
export interface TronChainEndpoints extends WrappingChainEndpoints<string> {
  readonly family: 'tron';
  /** Id of block 0, 64 hex digits. It identifies the chain. */
  readonly genesis: string;
  /** Serve both the full node (`wallet/`) and the solidity node (`walletsolidity/`). */
  readonly fullNodeUrls: readonly string[];
}

/** Addresses are base 58. */
export interface SolanaChainEndpoints extends WrappingChainEndpoints<string> {
  readonly family: 'solana';
  readonly rpcUrls: readonly string[];
  /** For subscriptions, on the port after that of `rpcUrls`, where web3.js expects it. */
  readonly wsUrls: readonly string[];
  /** The genesis hash. It identifies the chain. */
  readonly genesis: string;
  /** The makers of swaps on this chain. They sign each swap together with the user. */
  readonly makers: readonly string[];
  /** The address lookup table that transactions of version 0 use. */
  readonly lookupTable: string;
}

/** Addresses are in the user-friendly bounceable form (TEP-2). */
export interface TonChainEndpoints extends CommonChainEndpoints<string> {
  readonly family: 'ton';
  /** The toncenter API up to `/api/v2`; requests go to `jsonRPC` below it. */
  readonly rpcUrls: readonly string[];
  /** Root hash of the first masterchain block, base64. It identifies the chain. */
  readonly genesis: string;
  /** The `global_id` that wallets of version 5 sign with their messages. */
  readonly networkId: number;
  /** The contracts that swap coins for jettons. */
  readonly pools: readonly string[];
}

/** Addresses are bech32 or bech32m. The native coin is the only token. */
export interface BitcoinChainEndpoints extends CommonChainEndpoints<string> {
  readonly family: 'bitcoin';
  /** Hash of block 0 in display byte order. It is the same on every regtest network. */
  readonly genesis: string;
  /** The network that addresses belong to. */
  readonly network: 'regtest';
  /** The Esplora API up to `/api`. */
  readonly esploraUrls: readonly string[];
  /** JSON-RPC of the same node in bitcoind's form, with user and password. */
  readonly bitcoindUrls: readonly string[];
}

export type SandboxChainEndpoints =
  | EvmChainEndpoints
  | TronChainEndpoints
  | SolanaChainEndpoints
  | TonChainEndpoints
  | BitcoinChainEndpoints;

export type ChainFamily = SandboxChainEndpoints['family'];

/** Everything that a program needs to use a running sandbox, as plain JSON. */
export interface SandboxEndpoints {
  readonly router: { readonly url: string };
  readonly control: { readonly url: string };
  /** Number of blocks from the final block (`finalized`, or solidified) to the latest one. */
  readonly finalityDepth: number;
  readonly blockIntervalMs: number;
  /** A policy file for Ferryman's guard that names the contracts of the sandbox, as JSON. */
  readonly guardPolicy: GuardPolicyFile;
  readonly chains: Readonly<Record<EvmChainName, EvmChainEndpoints>> & {
    readonly TRON?: TronChainEndpoints;
  } & {
    readonly SOLANA?: SolanaChainEndpoints;
  } & { readonly TON?: TonChainEndpoints } & { readonly BITCOIN?: BitcoinChainEndpoints };
}

/** Only the EVM chains, by name. */
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
