import type { Address } from 'viem';

/** The router interface's identifiers of the chains that the sandbox plays. */
export type SandboxChainName = 'ETH' | 'POLYGON' | 'ARBITRUM';

/**
 * How a token moves: as EIP-20 has it, like USDT (allowance to zero first, no answers), burning one percent of each
 * transfer, or as the wrapped native coin.
 */
export type TokenBehaviour = 'standard' | 'zero-first' | 'fee-on-transfer' | 'wrapped-native';

interface SandboxTokenEndpoint {
  readonly symbol: string;
  readonly address: Address;
  readonly decimals: number;
  readonly behaviour: TokenBehaviour;
}

export interface SandboxChainEndpoints {
  readonly family: 'evm';
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  readonly wrappedNative: Address;
  readonly nativeToken: { readonly symbol: string; readonly decimals: number };
  readonly tokens: readonly SandboxTokenEndpoint[];
}

/** Everything a program needs to use a running sandbox; plain JSON. */
export interface SandboxEndpoints {
  readonly router: { readonly url: string };
  readonly control: { readonly url: string };
  /** How many blocks behind the latest one the block tagged `finalized` is. */
  readonly finalityDepth: number;
  readonly blockIntervalMs: number;
  readonly chains: Readonly<Record<SandboxChainName, SandboxChainEndpoints>>;
}
